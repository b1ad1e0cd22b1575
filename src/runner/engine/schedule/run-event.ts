import type { TranscriptEvent } from '../../../transcript/event.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'

/** What happens in a run, told as it happens to whoever keeps a log or a trace. `at`: milliseconds since 1970. */
export type Happening = { readonly at: number } & (
  | {
      readonly type: 'run.began'
      readonly run: string
      readonly trials: number
      /** stored before: this sitting goes on from there */
      readonly stored: number
    }
  | {
      readonly type: 'trial.began'
      readonly trial: string
      readonly agent: string
      readonly resumed: boolean
    }
  | { readonly type: 'trial.event'; readonly trial: string; readonly event: TranscriptEvent }
  | { readonly type: 'trial.restarted'; readonly trial: string; readonly because: string }
  | { readonly type: 'trial.postponed'; readonly trial: string; readonly because: string }
  | {
      readonly type: 'trial.ended'
      readonly trial: string
      readonly agent: string
      readonly state: TrialScore['state']
      readonly attempt: number
    }
  | { readonly type: 'run.ended'; readonly run: string; readonly stopped: string | null }
)

export type RunWatch = (happening: Happening) => void
