import type { RunId, TrialId } from '../../base/values/ids.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import type { Transcript, TranscriptEvent } from '../../transcript/event.ts'
import { givingUp } from '../../verdicts/judges/giving-up.ts'
import type { RatingRow } from '../../verdicts/judges/rating-row.ts'
import type { AgentBase } from '../agents/shared/agent-request.ts'
import { hiddenNames, isModelJudge, makeJudge } from './judge-kinds.ts'
import { judgeTrial } from './judge-trial.ts'

/**
 * The judges of a run, one trial at a time, as it is performed. In: the transcript of a judged trial. Out: the same with
 * what the judges' calls cost after its ending, and their ratings. Whatever a judge does, the trial stands as it was.
 */
export type TrialJudge = (
  transcript: Transcript,
  about: { readonly trial: TrialId; readonly sop: string },
) => Promise<{ readonly transcript: Transcript; readonly rated: readonly RatingRow[] }>

/** `lexical` says nothing here: it is counted wherever facts are. */
export function openTrialJudge(parts: {
  readonly run: RunId
  readonly judges: readonly string[]
  readonly agents: readonly Pick<AgentBase, 'id' | 'kind' | 'target'>[]
  readonly models: ModelSource
  /** milliseconds since 1970 */
  readonly clock: () => number
}): TrialJudge {
  const names = parts.judges.filter(isModelJudge)
  if (names.length === 0) return async (transcript) => ({ transcript, rated: [] })
  const hidden = hiddenNames(parts.agents)
  const silence = new Map(names.map((name) => [name, { inARow: 0 }]))
  return async (transcript, { trial, sop }) => {
    const aside = openAside(transcript)
    const judges = [...silence].map(([name, own]) =>
      givingUp(makeJudge(name, parts.models, aside.watch), own),
    )
    const at = new Date(parts.clock()).toISOString()
    const rated = await judgeTrial(judges, transcript, { run: parts.run, trial, sop, hidden, at })
    return { transcript: aside.transcript(), rated }
  }
}

/** Calls of judges go into the transcript they were made for, numbered on from its end. */
function openAside(transcript: Transcript) {
  const added: TranscriptEvent[] = []
  const n = (): number => (transcript.at(-1)?.n ?? 0) + added.length + 1
  const watch: Parameters<ModelSource>[2] = {
    used: ({ model, usage, tookMs, usd }) =>
      added.push({
        n: n(),
        type: 'usage.recorded',
        role: 'judge',
        model,
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        cached_tokens: usage.cachedTokens,
        reasoning_tokens: usage.reasoningTokens,
        usd,
        took_ms: tookMs,
      }),
    retried: ({ code, waitedMs }) =>
      added.push({ n: n(), type: 'call.retried', role: 'judge', code, waited_ms: waitedMs }),
  }
  return {
    watch,
    transcript: (): Transcript => (added.length === 0 ? transcript : [...transcript, ...added]),
  }
}
