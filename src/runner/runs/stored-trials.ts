import { usageError } from '../../base/error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import { isRunId, isTrialId, type RunId } from '../../base/values/ids.ts'
import type { Store, StoredRun, StoredTrial, TrialLine } from '../../storage/store.ts'
import { isHalfImport, wholeRuns } from './half-import.ts'
import { runHeaderIfReadable } from './run-header.ts'

/** A run of the store, by its id or as `latest`. */
export async function findRun(store: Store, id: string): Promise<StoredRun> {
  // A store may have thousands of runs, each with a long header: one that is named is read alone.
  const named = id !== 'latest' && isRunId(id) ? await store.run(id) : undefined
  if (named !== undefined && !isHalfImport(named)) return named
  const runs = await wholeRuns(store)
  // One that cannot be read is in every list, but nobody means it by this word while there are others.
  const run =
    id === 'latest'
      ? (runs.findLast((one) => runHeaderIfReadable(one) !== undefined) ?? runs.at(-1))
      : undefined
  if (run === undefined)
    throw usageError(
      'unknown-run',
      `There is no run "${id}" in this store.`,
      didYouMean(id, runs.map((one) => one.id).reverse()),
    )
  return run
}

/** A trial of the store, by its id: run/agent/pack/case@intensity#repeat. The run may be `latest`. */
export async function findTrial(store: Store, asked: string): Promise<StoredTrial> {
  const id = asked.startsWith('latest/')
    ? asked.replace('latest', (await findRun(store, 'latest')).id)
    : asked
  const trial = isTrialId(id) ? await store.trial(id) : undefined
  if (trial !== undefined) return trial
  const run = await findRun(store, id.split('/')[0] ?? '')
  const known = (await store.trialKeys(run.id)).map((key) => key.trial)
  throw usageError('unknown-trial', `There is no trial "${id}" in this store.`, didYouMean(id, known))
}

const LINES = 500

/** Every stored trial of a run without its words, in pages: what the numbers are counted from. */
export async function* storedLines(store: Pick<Store, 'trialsAfter'>, run: RunId): AsyncGenerator<TrialLine> {
  for (let place = 0; ; ) {
    const lines = await store.trialsAfter(run, { place, limit: LINES })
    yield* lines
    const last = lines.at(-1)
    if (last === undefined || lines.length < LINES) return
    place = last.place
  }
}
