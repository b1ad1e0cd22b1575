import { memo } from '../../base/memo.ts'
import type { Graph, Step } from '../../graph/model/graph.ts'
import type { RequestView } from '../../graph/walk/walk-types.ts'
import type { Verdict } from '../model/score.ts'
import { outcomeAccuracy } from '../rules/outcome-accuracy/rule.ts'
import { handoverOf } from '../trial-view/outcome.ts'
import type { Seen, SeenAction } from '../trial-view/seen.ts'
import { trueSteps } from '../trial-view/true-steps.ts'

/**
 * Did the agent understand what the customer wants, told from what it did? The first act that only one procedure contains
 * (a call, a question, a proposal, a topic, a handover's reason) shows which procedure it took the matter for. Open: words that
 * could not be read may have been such an act. Null: the true paths hold none, so nothing could show it.
 *
 * Every request has to be understood, as every request has to end right: requests counted apart could not be held against
 * the outcome of their trial.
 */
export function understoodByDeeds(seen: Seen, verdicts: readonly Verdict[]): boolean | 'open' | null {
  const outcomes = new Map(
    verdicts.flatMap((one) => (one.rule === outcomeAccuracy.id ? [[one.request, one.outcome]] : [])),
  )
  const asked = seen.requests.filter(
    ({ id, withdrawn }) => !withdrawn && outcomes.get(id) !== 'not-applicable',
  )
  const isRight = ({ id }: RequestView): boolean => outcomes.get(id) === 'pass'
  const shownIn = (sight: Seen): boolean | null => {
    const shown = asked.flatMap((request) => shownFor(sight, request, isRight(request)) ?? [])
    return shown.length === 0 ? null : shown.every(Boolean)
  }
  const read = shownIn(seen)
  return read === false && shownIn(seen.generous()) === true ? 'open' : read
}

function shownFor(seen: Seen, request: RequestView, isRight: boolean): boolean | null {
  const owners = ownersOf(seen.pack.graph)
  // What was done for another request of this customer says nothing of this one.
  const ofOthers = new Set(
    seen.requests.flatMap(({ id, procedure }) => (id === request.id ? [] : [procedure])),
  )
  const ownersOfActs = seen.actions.flatMap(({ call, ...action }) => {
    const owner = owners.get(nameOf(seen, { ...action, call }) ?? '') ?? null
    const isTelling = owner !== null && (owner === request.procedure || !ofOthers.has(owner))
    return isTelling ? [{ owner, isCall: call !== null }] : []
  })
  // A reader may take words for the topic of another matter; a call is what it is.
  const first = ownersOfActs.find(({ isCall }) => isCall) ?? ownersOfActs[0]
  if (first === undefined && !isShowable(seen, request)) return null
  // Whoever settled it as the SOP wants it took it for what it was, in words that may have been read as others.
  return isRight || first?.owner === request.procedure
}

/** Does its true path hold such an act? A question does not count: the customer may have said it unasked. */
const isShowable = (seen: Seen, request: RequestView): boolean =>
  trueSteps(seen, request).some((id) => {
    const { graph } = seen.pack
    const step = graph.steps.get(id)
    return (
      step !== undefined &&
      step.kind !== 'learn' &&
      namesOf(step).some((name) => ownersOf(graph).get(name) === request.procedure)
    )
  })

/** Each act of the graph with the procedure that alone contains it; null: several do, or an interrupt may bring it anywhere. */
const ownersOf = memo((graph: Graph): ReadonlyMap<string, string | null> => {
  const procedures = new Set(graph.procedures.map(({ id }) => id))
  const owners = new Map<string, string | null>()
  for (const step of graph.steps.values())
    for (const name of namesOf(step)) {
      const own = procedures.has(step.procedure) ? step.procedure : null
      owners.set(name, owners.has(name) && owners.get(name) !== own ? null : own)
    }
  return owners
})

/** The acts that do a step. A deed may be proposed whether or not the procedure asks for it. */
function namesOf(step: Step): readonly string[] {
  switch (step.kind) {
    case 'learn':
      return [`asks ${step.field}`]
    case 'check':
      return [`calls ${step.tool}`]
    case 'act':
      return [`calls ${step.tool}`, `proposes ${step.tool}`]
    case 'tell':
      return step.about === null ? [] : [`tells ${step.about}`]
    case 'handover':
      return [`hands over ${step.reason}`]
    default:
      return []
  }
}

function nameOf(seen: Seen, { n, what, call }: SeenAction): string | null {
  if (!('act' in what)) {
    const handover = handoverOf(seen)
    if (call?.role !== 'handover') return `calls ${what.tool}`
    return handover?.n === n ? `hands over ${handover.reason}` : null
  }
  switch (what.act) {
    case 'request':
      return `asks ${what.field}`
    case 'propose':
      return `proposes ${what.tool}`
    default:
      return 'about' in what ? `tells ${what.about}` : null
  }
}
