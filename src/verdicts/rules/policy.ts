import type { TrialScore } from '../score.ts'
import { isWrong } from './align.ts'
import { closingsOf } from './closings.ts'
import { clausesAgainst } from './divergence.ts'
import type { Seen } from './seen.ts'
import { clausesOf } from './ways.ts'

/**
 * Clauses kept of clauses that applied. A clause applied if a step the walk came to, a decision made or a forbid broken
 * cites it; it was broken if a wrong action went against it, or the agent ended the matter with its step still owed.
 */
export function policyOf(seen: Seen): TrialScore['policy'] {
  const { graph } = seen.pack
  const walked = seen.requests.flatMap(({ satisfied, decided }) =>
    [...satisfied, ...decided].map(({ step }) => step),
  )
  const owed = seen.dueAtEnd.map(({ step }) => step)
  const broken = new Set(seen.actions.filter(isWrong).flatMap((action) => clausesAgainst(seen, action)))
  if (endedByAgent(seen)) for (const clause of clausesOf(graph, owed)) broken.add(clause)
  const applied = new Set([...clausesOf(graph, [...walked, ...owed]), ...broken])
  return { kept: applied.size - broken.size, of: applied.size }
}

/** A customer who runs out of patience or a limit ends a trial too; what was still open then was not refused to them. */
const endedByAgent = (seen: Seen): boolean =>
  closingsOf(seen).length > 0 || seen.ending?.kind === 'handed.over' || seen.ending?.kind === 'agent.failed'
