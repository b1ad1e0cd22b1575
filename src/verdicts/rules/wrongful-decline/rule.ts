import { memo } from '../../../base/memo.ts'
import type { AgentAct } from '../../../base/values/acts.ts'
import type { StepId } from '../../../base/values/ids.ts'
import { asks } from '../../../base/values/reading.ts'
import { UNKNOWN } from '../../../base/values/value.ts'
import type { RequestView } from '../../../graph/walk/walk-types.ts'
import { decidingClauses } from '../../trial-view/escalation.ts'
import { isDenied, refusals } from '../../trial-view/refusals.ts'
import type { Seen, SeenAction } from '../../trial-view/seen.ts'
import { clausesOf, fieldsOf, shutGates } from '../../trial-view/ways.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** Refuses what the procedure grants, or before or against what it says, and leaves it at that. */
export const wrongfulDecline = defineRule({
  id: 'wrongful_decline',
  words: {
    name: 'Wrongful decline',
    broken: 'refused what the handbook grants',
    meaning:
      'The agent refused what every acceptable outcome grants, without the second try that the SOP has, or for a reason that records disprove, and left it at that.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: false,
  explains: ['false_closure'],
  precedes: ['left_out_wording'],
  appliesTo: (seen) => refusals(seen).length > 0 || 'no refusal was read',
  check: (seen) => {
    const all = refusals(seen)
    const request = seen.requests.find((one) => isDenied(seen, one.id))
    const about = { evidence: all.map(({ n }) => n), basis: 'read' as const }
    if (request !== undefined) {
      return [
        failed({
          ...about,
          clauses: decidingClauses(seen),
          because: 'refused what every acceptable outcome of the case grants, and left it at that',
          request: request.id,
        }),
      ]
    }
    const unfounded = unfoundedRefusal(seen)
    if (unfounded === null) {
      return [
        passed({
          ...about,
          because: 'what was refused is not granted by every acceptable outcome, or was done after all',
        }),
      ]
    }
    const { action, because, steps } = unfounded
    return [
      failed({
        ...about,
        evidence: [action.n],
        clauses: clausesOf(seen.pack.graph, steps),
        because,
        request: action.request,
      }),
    ]
  },
})

/** A refusal that was the last word, and that the SOP does not have at that point. */
type UnfoundedRefusal = {
  readonly action: SeenAction
  readonly because: string
  /** the steps that were due instead */
  readonly steps: readonly StepId[]
}

const unfoundedRefusal = memo((seen: Seen): UnfoundedRefusal | null => {
  for (const action of seen.actions) {
    const { what, request: id, basis } = action
    const request = seen.requests.find((one) => one.id === id)
    if (!('act' in what) || what.act !== 'decline' || what.about === undefined) continue
    if (request === undefined || request.withdrawn || basis === 'inferred' || !isLastWord(seen, action))
      continue
    const found =
      withoutSecondTry(seen, action) ?? againstRecords(seen, action, { request, topic: what.about })
    if (found !== null) return found
  }
  return null
})

/** After it nothing was asked or done any more. */
const isLastWord = ({ messages, calls }: Seen, { n }: SeenAction): boolean =>
  messages.every((message) => message.n < n || !asks(message.heard)) &&
  calls.every((call) => call.n < n || !call.ok || (call.role !== 'write' && call.role !== 'handover'))

/**
 * The SOP has it asked for once more, and the agent refused in answer to the first value. Where anything else was said between
 * the two, it may have been asked for in words that nobody could read.
 */
function withoutSecondTry({ pack: { graph }, turns }: Seen, action: SeenAction): UnfoundedRefusal | null {
  if (action.class !== 'premature') return null
  const answers = turns.find(({ index }) => index === action.turn)?.answers
  const told = answers?.act.moves.flatMap((move) => (move.do === 'tell' ? [move.field] : [])) ?? []
  for (const id of action.open) {
    const step = graph.steps.get(id)
    if (step?.kind !== 'learn' || step.round === 1 || !told.includes(step.field)) continue
    return {
      action,
      because: `refused at the first ${step.field}; it has to be asked for once more`,
      steps: [id],
    }
  }
  return null
}

/** One sentence may be placed at a reason that resembles the one it gives: the agent reports it, or says it twice. */
function isPlainly({ messages }: Seen, topic: string): boolean {
  const isReason = (act: AgentAct): boolean => act.act === 'decline' && act.about === topic
  return (
    messages.some(({ reported }) => reported.some(isReason)) ||
    messages.filter(({ acts }) => acts.some(({ act, counts }) => counts === 'always' && isReason(act)))
      .length > 1
  )
}

/** Refused for a reason that records and what was told disprove, while something else was owed, and is owed still. */
function againstRecords(
  seen: Seen,
  action: SeenAction,
  { request, topic }: { readonly request: RequestView; readonly topic: string },
): UnfoundedRefusal | null {
  const { graph } = seen.pack
  const owed = seen.owedAtEnd.flatMap((one) => (one.request === request.id ? [one.step] : []))
  if (action.class !== 'off-path' || owed.length === 0 || !isPlainly(seen, topic)) return null
  const reasons = [...graph.steps.values()].filter(
    (step) => step.kind === 'tell' && step.about === topic && step.procedure === request.procedure,
  )
  const read = seen.readAtStart((name) => request.fields.get(name) ?? UNKNOWN)
  const isDisproved = (id: StepId): boolean =>
    shutGates(graph, id, read).some(({ gate }) =>
      [...fieldsOf(graph, gate.decision)].every((field) => read(`fields.${field}`) !== UNKNOWN),
    )
  return reasons.length > 0 && reasons.every(({ id }) => isDisproved(id))
    ? {
        action,
        because: `refused for ${topic}, which does not hold here: ${action.because ?? ''}`,
        steps: owed,
      }
    : null
}
