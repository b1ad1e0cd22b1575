import { isModelJudge } from '../judges/judge-kinds.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { DurableJournal } from './trial-journal.ts'

/**
 * The parties of an agent's trials that cost something or keep state between answers; null: the trials cost nothing at
 * all, so they need no journal. `agent`: its place in the request.
 */
export function paidParties(
  { agents, customer, reader, judges }: Pick<RunRequest, 'agents' | 'customer' | 'reader' | 'judges'>,
  agent: number,
): DurableJournal['durableBefore'] | null {
  const reads = reader !== 'lexical'
  const paid = {
    agent: reads || agents[agent]?.kind !== 'reference',
    customer: reads || customer !== 'scripted',
  }
  return paid.agent || paid.customer || judges.some(isModelJudge) ? paid : null
}
