import { usageError } from '../../base/error.ts'
import { summarise } from '../../metrics/summarise.ts'
import { openStore } from '../../storage/open/open-store.ts'
import type { Store } from '../../storage/store.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { type Baseline, NO_BASELINE } from './read-gates.ts'
import { differencesOf } from './run-differences.ts'
import { type ComparableHeader, readComparable } from './run-header.ts'
import { findRun } from './stored-trials.ts'
import { tallyRun } from './tally-run.ts'

/**
 * The run that gates are held against, before the first trial is run. It is refused where its numbers mean something
 * else than the new ones will: other packs, rules, customer or protocol. Another seed is fine: gates compare rates.
 */
export async function readBaseline(
  request: Pick<RunRequest, 'baseline' | 'store'>,
  now: Pick<ComparableHeader, 'agents' | 'packs' | 'rules' | 'reader' | 'customer' | 'contested'>,
): Promise<Baseline> {
  if (request.baseline === null) return NO_BASELINE
  const store = await openStore(request.store, 'read')
  try {
    const run = await findRun(store, request.baseline)
    const then = readComparable(run)
    const both = now.agents.filter(({ id }) => then.agents.some((agent) => agent.id === id))
    const differs = new Set(both.flatMap(({ id }) => differencesOf(then, now, { a: id, b: id })))
    if (differs.size > 0)
      throw usageError(
        'baseline-differs',
        `Run ${run.id} cannot be the baseline of this run: ${[...differs].join('; ')}.`,
        'Run a new baseline with the current packs, rules, reader, customer and protocol, and name it in sage.yaml; if only the reader differs, sage reread makes one.',
      )
    return await baselineIn(store, run.id)
  } finally {
    await store.close()
  }
}

/** Each agent's metrics in a stored run. */
export async function baselineIn(store: Store, id: string | null): Promise<Baseline> {
  if (id === null) return NO_BASELINE
  const run = await findRun(store, id)
  const tally = await tallyRun(store, run.id, readComparable(run).catastrophes)
  const metrics = new Map(summarise(tally).map((summary) => [summary.agent, summary.metrics]))
  return (agent) => metrics.get(agent)
}
