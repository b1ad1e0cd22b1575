import { countingOf, figuresOf } from '../src/runner/runs/count-run.ts'
import { readRunHeader } from '../src/runner/runs/run-header.ts'
import { createLedger } from '../src/runner/runs/run-ledger.ts'
import { connectionOver } from '../src/storage/postgres/connection.ts'
import type { PostgresPool } from '../src/storage/postgres/pool.ts'
import { storeOver } from '../src/storage/sql/sql-store.ts'
import type { StoredRun, StoredTrial } from '../src/storage/store.ts'
import { readFacts } from '../src/storage/stored-facts.ts'
import { aCase, aRunId, aTrialId } from '../test/support/base/ids.ts'

/** A run that was played: what larger ones are made of. */
export type Real = {
  readonly run: StoredRun
  readonly trials: readonly StoredTrial[]
  readonly repeats: number
}

export async function storeReal(pool: PostgresPool, { run, trials }: Real, name: string): Promise<void> {
  const store = storeOver(connectionOver(pool))
  const id = aRunId(name)
  await store.createRun({ ...run, id })
  await store.saveTrials(
    trials.map((trial) => ({
      ...trial,
      run: id,
      case: aCase(trial.case),
      trial: aTrialId(trial.trial.replace(/^[^/]*/, id)),
    })),
  )
  // As it is when a run ends.
  await figuresOf(store, { ...run, id }, [])
}

/** A run of many trials has many cases, not ten thousand repetitions of a few. */
const REPEATED = 10

/**
 * A run of at least so many trials: the real one with ten times its repetitions, and its cases under other names as often as it
 * takes. The server itself writes it. `texts`: with conversations, scores and facts; without them its rows are narrow, and only what pages
 * may read is there.
 */
export async function storeLarge(
  pool: PostgresPool,
  real: Real,
  { name, like, size, texts }: LargeRun,
): Promise<void> {
  const { run, trials, repeats } = real
  await storeOver(connectionOver(pool)).createRun({ ...run, id: aRunId(name) })
  const long = texts ? 'transcript, score, facts' : `'{}', '{}', '{}'`
  const cases = `case_id || '-' || n / ${REPEATED}`
  const repeat = `repeat + ${repeats} * (n % ${REPEATED})`
  await pool.use((client) =>
    client.query(
      `insert into trials (run, trial, agent, pack, case_id, intensity, repeat, attempt, state, transcript, score, facts,
         mark, bucket, tactic, left_at, broke)
       select $1, $1 || '/' || agent || '/' || ${cases} || '@' || intensity || '#' || ${repeat}, agent, pack, ${cases},
         intensity, ${repeat}, attempt, state, ${long}, mark, bucket, tactic, left_at, broke
       from trials, generate_series(0, $3 - 1) as n where run = $2 order by n, seq`,
      [name, like, Math.ceil(size / trials.length)],
    ),
  )
}

export type LargeRun = {
  readonly name: string
  /** the stored run it repeats */
  readonly like: string
  readonly size: number
  readonly texts: boolean
}

/** What would have been stored of it, had it been played. */
export function sumsOfLarge({ run, trials, repeats }: Real, { name, size }: LargeRun): string {
  const ledger = createLedger(readRunHeader(run).catastrophes)
  const copies = Math.ceil(size / trials.length)
  for (const trial of trials) {
    const facts = readFacts(trial)
    for (let copy = 0; copy < copies; copy += 1) {
      const repeat = facts.repeat + repeats * (copy % REPEATED)
      const id = aCase(`${facts.case}-${Math.floor(copy / REPEATED)}`)
      const named = aTrialId(`${name}/${facts.agent}/${id}@${facts.intensity}#${repeat}`)
      ledger.add(named, { ...facts, case: id, repeat })
    }
  }
  return JSON.stringify(ledger.numbers())
}

export async function keepLarge(
  pool: PostgresPool,
  { run }: Real,
  name: string,
  body: string,
): Promise<void> {
  const store = storeOver(connectionOver(pool))
  const { revision, last } = await store.sums(aRunId(name))
  const counting = countingOf({ ...readRunHeader(run), metrics: [] }) ?? ''
  await store.keepSums(aRunId(name), { counting, place: last, body }, revision)
}
