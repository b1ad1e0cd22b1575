import { isModelJudge } from '../judges/judge-kinds.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { DurableJournal } from './trial-journal.ts'

/**
 * The parties of an agent's trials that cost something or keep state between answers; null: the trials cost nothing at
 * all, so they need no journal. `agent`: its place in the request.
 */
export function paidParties(
  { agents, customer, recogniser, judges }: Pick<RunRequest, 'agents' | 'customer' | 'recogniser' | 'judges'>,
  agent: number,
): DurableJournal['durableBefore'] | null {
  const labels = recogniser !== 'lexical' && agents[agent]?.protocol === 'observed'
  const paid = {
    agent: labels || agents[agent]?.kind !== 'reference',
    customer: labels || customer !== 'scripted',
  }
  return paid.agent || paid.customer || judges.some(isModelJudge) ? paid : null
}
