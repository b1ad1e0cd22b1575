import type { ClauseId, StepId } from '../../base/values/ids.ts'
import type { Graph } from '../../graph/model/graph.ts'
import type { DeskScore, TurnScore } from '../model/score.ts'
import { closingsOf } from '../trial-view/closings.ts'
import type { Seen } from '../trial-view/seen.ts'
import { trueWay } from '../trial-view/true-steps.ts'
import { clausesAgainst } from './divergence.ts'
import { isWrong } from './standing.ts'

/**
 * Clauses kept of clauses that applied. A clause applied if a step done, a decision made, a forbid broken or a step of the true
 * path cites it, reached or not: whoever closes at once has broken what it never came to. It was broken if a wrong action went
 * against it, or its step was not done and that is the agent's doing: it ended the matter itself, it wasted a turn, or the
 * step was due when its last turn began.
 */
export function policyOf(seen: Seen, turns: readonly TurnScore[]): DeskScore['policy'] {
  const { applied, broken } = clausesIn(seen, turns)
  if (broken.size === 0) return { kept: applied.size, of: applied.size }
  // A clause that only unread words may have kept is not judged (E4).
  const stands = clausesIn(seen.generous(), turns).broken
  const lost = [...broken].filter((clause) => stands.has(clause)).length
  const of = applied.size - (broken.size - lost)
  return { kept: of - lost, of }
}

function clausesIn(
  seen: Seen,
  turns: readonly TurnScore[],
): { applied: ReadonlySet<ClauseId>; broken: ReadonlySet<ClauseId> } {
  const { graph } = seen.pack
  const owed = seen.dueAtEnd.map(({ step }) => step)
  const broken = new Set<ClauseId>()
  for (const action of seen.actions)
    if (isWrong(action)) for (const clause of clausesAgainst(seen, action)) broken.add(clause)
  const neglected =
    endedByAgent(seen) || turns.some(isWasted)
      ? [...owed, ...neverDone(seen)]
      : owed.filter((step) => isOwedInLastTurn(seen, step))
  for (const step of neglected) addClauses(graph, step, broken)
  const applied = new Set(broken)
  for (const { satisfied, decided } of seen.requests) {
    for (const { step } of satisfied) addClauses(graph, step, applied)
    for (const { step } of decided) addClauses(graph, step, applied)
  }
  for (const step of owed) addClauses(graph, step, applied)
  return { applied, broken }
}

function addClauses(graph: Graph, step: StepId, clauses: Set<ClauseId>): void {
  for (const clause of graph.steps.get(step)?.cites ?? []) clauses.add(clause)
}

/** Steps of the true path that nothing did, and decisions on it that were never come to. */
function neverDone(seen: Seen): readonly StepId[] {
  const did = new Set(seen.actions.filter((action) => !isWrong(action)).map(({ step }) => step))
  return seen.requests.flatMap((request) => {
    const done = new Set([...request.satisfied, ...request.decided].map(({ step }) => step))
    return trueWay(seen, request).filter((step) => {
      const kind = seen.pack.graph.steps.get(step)?.kind
      const isFree = kind === 'end' || (kind === 'tell' && request.tellsWaived)
      return !isFree && !done.has(step) && !did.has(step)
    })
  })
}

const isWasted = ({ action_right, sure }: TurnScore): boolean => !action_right && sure !== false

const isOwedInLastTurn = ({ turns }: Seen, step: StepId): boolean =>
  turns.at(-1)?.due.some((due) => due.step === step) === true

/** A customer who runs out of patience or a limit ends a trial too; what only then became due was not refused to them. */
const endedByAgent = (seen: Seen): boolean =>
  closingsOf(seen).length > 0 || seen.ending?.kind === 'handed.over' || seen.ending?.kind === 'agent.failed'
