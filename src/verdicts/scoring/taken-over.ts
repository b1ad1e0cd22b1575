import { isNotRecorded } from '../../world/recorded-answers.ts'
import type { Verdict } from '../model/score.ts'
import { outcomeAccuracy } from '../rules/outcome-accuracy/rule.ts'
import { notApplicable, notJudged } from '../rules/rule.ts'
import { isRecording } from '../trial-view/recorded-task.ts'
import type { Seen } from '../trial-view/seen.ts'

/**
 * Of an adopted conversation only what the agent under test did is judged: what was done before it took over was done by
 * somebody else. What it did after a call that is not in the recording rests on an answer that nobody knows.
 */
export function sinceTakeover(seen: Seen, verdicts: readonly Verdict[]): readonly Verdict[] {
  if (!isRecording(seen)) return verdicts
  const began = seen.events.find(({ type }) => type === 'fork.began')?.n
  if (began === undefined) return verdicts
  const unknownFrom = seen.events.find(
    (event) => event.n > began && event.type === 'tool.returned' && isNotRecorded(event.output),
  )?.n
  return verdicts.map((verdict) => {
    if (verdict.outcome !== 'pass' && verdict.outcome !== 'fail') return verdict
    const { rule } = verdict
    // An outcome is of the whole conversation, whoever did the deeds in it.
    const evidence = rule === outcomeAccuracy.id ? [...verdict.evidence, seen.end] : verdict.evidence
    const [first, ...more] = [...new Set(evidence)].filter((n) => n > began)
    if (first === undefined) return { rule, ...notApplicable('nothing of it was done by this agent') }
    if (
      verdict.outcome === 'fail' &&
      unknownFrom !== undefined &&
      [first, ...more].some((n) => n > unknownFrom)
    )
      return { rule, ...notJudged('no-world', verdict.request) }
    return { ...verdict, evidence: [first, ...more] }
  })
}
