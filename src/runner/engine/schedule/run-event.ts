import type { RunId, TrialId } from '../../../base/values/ids.ts'
import type { TranscriptEvent } from '../../../transcript/event.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import type { CaseCounts } from '../../packs/check-selection.ts'

/** What happens in a run, for people and logs. `at`: milliseconds since 1970. */
export type RunEvent = { readonly at: number } & TimelessRunEvent

export type OnRunEvent = (event: RunEvent) => void

/** A run event before it is given its time. */
export type TimelessRunEvent =
  | {
      readonly type: 'run.began'
      readonly run: RunId
      readonly trials: number
      readonly cases: CaseCounts
      /** trials stored by earlier sessions: this one resumes the run */
      readonly stored: number
    }
  | {
      readonly type: 'trial.began'
      readonly trial: TrialId
      readonly agent: string
      readonly resumed: boolean
    }
  | { readonly type: 'trial.event'; readonly trial: TrialId; readonly event: TranscriptEvent }
  | { readonly type: 'trial.restarted'; readonly trial: TrialId; readonly because: string }
  | { readonly type: 'trial.postponed'; readonly trial: TrialId; readonly because: string }
  | {
      readonly type: 'trial.ended'
      readonly trial: TrialId
      readonly agent: string
      readonly state: TrialScore['state']
      readonly attempt: number
      /** faulted: why it could not be scored */
      readonly because?: string
    }
  /** the machine slept, the process was stopped, or the clock was set; negative: set back */
  | { readonly type: 'time.jumped'; readonly ms: number }
  /** a run that workers play: how many of them there are now, and which cannot play it */
  | {
      readonly type: 'workers.changed'
      readonly workers: number
      /** conversations that they can hold at once */
      readonly lanes: number
      readonly refusals: readonly { readonly worker: string; readonly because: string }[]
    }
  /** a run that workers play: a provider asked one of them for a pause, and all keep it */
  | { readonly type: 'provider.paused'; readonly provider: string; readonly ms: number }
  | { readonly type: 'run.ended'; readonly run: RunId; readonly stopped: string | null }

export const trialEnded = (scored: {
  readonly trial: TrialId
  readonly attempt: number
  readonly facts: { readonly agent: string; readonly score: TrialScore }
}): TimelessRunEvent => {
  const { trial, attempt, facts } = scored
  const { agent, score } = facts
  const why = score.state === 'faulted' ? { because: score.because } : {}
  return { type: 'trial.ended', trial, agent, state: score.state, attempt, ...why }
}
