import type { ClauseId } from '../../base/values/ids.ts'
import type { DeskScore } from '../model/score.ts'
import { closingsOf } from '../trial-view/closings.ts'
import type { Seen } from '../trial-view/seen.ts'
import { clausesOf } from '../trial-view/ways.ts'
import { clausesAgainst } from './divergence.ts'
import { isWrong } from './standing.ts'

/**
 * Clauses kept of clauses that applied. A clause applied if a step the walk came to, a decision made or a forbid broken
 * cites it; it was broken if a wrong action went against it, or
 * its step was still owed at the end although the agent could have done it: it ended the matter itself, or the step was
 * due when its last turn began.
 */
export function policyOf(seen: Seen): DeskScore['policy'] {
  const { applied, broken } = clausesIn(seen)
  if (broken.size === 0) return { kept: applied.size, of: applied.size }
  // A clause that only unread words may have kept is not judged (E4).
  const stands = clausesIn(seen.generous()).broken
  const lost = [...broken].filter((clause) => stands.has(clause)).length
  const of = applied.size - (broken.size - lost)
  return { kept: of - lost, of }
}

function clausesIn(seen: Seen): { applied: ReadonlySet<ClauseId>; broken: ReadonlySet<ClauseId> } {
  const { graph } = seen.pack
  const walked = seen.requests.flatMap(({ satisfied, decided }) =>
    [...satisfied, ...decided].map(({ step }) => step),
  )
  const owed = seen.dueAtEnd.map(({ step }) => step)
  const broken = new Set(seen.actions.filter(isWrong).flatMap((action) => clausesAgainst(seen, action)))
  const neglected = endedByAgent(seen) ? owed : owed.filter((step) => lastTurnOwed(seen).has(step))
  for (const clause of clausesOf(graph, neglected)) broken.add(clause)
  return { applied: new Set([...clausesOf(graph, [...walked, ...owed]), ...broken]), broken }
}

const lastTurnOwed = (seen: Seen): ReadonlySet<string> =>
  new Set(seen.turns.at(-1)?.due.map(({ step }) => step))

/** A customer who runs out of patience or a limit ends a trial too; what only then became due was not refused to them. */
const endedByAgent = (seen: Seen): boolean =>
  closingsOf(seen).length > 0 || seen.ending?.kind === 'handed.over' || seen.ending?.kind === 'agent.failed'
