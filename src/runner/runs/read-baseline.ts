import { existsSync } from 'node:fs'
import { usageError } from '../../base/error.ts'
import type { MetricRecord } from '../../metrics/metric.ts'
import type { Tally } from '../../metrics/tally.ts'
import { openStore } from '../../storage/open/open-store.ts'
import { openSqliteStore } from '../../storage/sqlite/sqlite-store.ts'
import type { Store, StoredRun } from '../../storage/store.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { Baseline } from './baseline.ts'
import { countRun } from './count-run.ts'
import { importRun } from './import-run.ts'
import { differencesOf } from './run-differences.ts'
import { type ComparableHeader, readComparable } from './run-header.ts'
import { findRun } from './stored-trials.ts'

/**
 * Reads the baseline before the first trial is run. It is refused where `sage compare` would refuse: other packs, rules, reader,
 * customer, protocol or seed. A gate compares in pairs, so the conversations must be the same ones. A file that is not there is
 * no error: the first run has to come before the first baseline.
 */
export async function readBaseline(
  request: Pick<RunRequest, 'baseline' | 'store'>,
  now: Pick<ComparableHeader, 'agents' | 'packs' | 'rules' | 'reader' | 'customer' | 'contested' | 'seed'>,
): Promise<void> {
  const { baseline } = request
  if (baseline === null || isMissing(baseline)) return
  const check = async (run: StoredRun): Promise<void> => {
    const then = readComparable(run)
    const both = now.agents.filter(({ id }) => then.agents.some((agent) => agent.id === id))
    const differs = [...new Set(both.flatMap(({ id }) => differencesOf(then, now, { a: id, b: id })))]
    if (differs.length > 0)
      throw usageError(
        'baseline-differs',
        `Run ${run.id} cannot be the baseline of this run: ${differs.join('; ')}.`,
        'Run a new baseline with the current packs, rules, reader, customer, protocol and seed, and name it in sage.yaml; if only the reader differs, sage score <run> --reader <who> makes one.',
      )
  }
  if (isRunFile(baseline)) return check((await importedRun(baseline)).run)
  const store = await openStore(request.store, 'read')
  try {
    await check(await findRun(store, baseline))
  } finally {
    await store.close()
  }
}

/** What a baseline run counted, beside what is counted now. `store` is where it is kept, unless it is a file. */
export async function baselineIn(
  store: Store,
  baseline: string | null,
  { counted, metrics }: { readonly counted: () => Promise<Tally>; readonly metrics: readonly MetricRecord[] },
): Promise<Baseline> {
  if (baseline === null) return null
  if (isMissing(baseline)) return { missing: baseline }
  const { store: kept, run } = await runOrRunFile(store, baseline)
  const { tally } = await countRun(kept, run, { ...readComparable(run), metrics })
  return { run: run.id, tally, now: await counted() }
}

export const isRunFile = (baseline: string): boolean => /\.jsonl(\.gz)?$/.test(baseline)

const isMissing = (baseline: string): boolean => isRunFile(baseline) && !existsSync(baseline)

export type RunInStore = { readonly store: Store; readonly run: StoredRun }

/** A run of the store, or an exported run: CI keeps a file from job to job, not a store. */
export const runOrRunFile = async (store: Store, named: string): Promise<RunInStore> =>
  isRunFile(named) ? importedRun(named) : { store, run: await findRun(store, named) }

async function importedRun(file: string): Promise<RunInStore> {
  const store = await openSqliteStore(':memory:')
  const { run } = await importRun(store, file, new Date(0).toISOString())
  return { store, run: await findRun(store, run) }
}
