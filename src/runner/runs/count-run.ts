import type { RunId } from '../../base/values/ids.ts'
import type { Store, StoredRun, StoredSums, TrialLine } from '../../storage/store.ts'
import { readFacts } from '../../storage/stored-facts.ts'
import { countingOf, readKept, writeKept } from './kept-ledger.ts'
import { createLedger, type RunLedger } from './run-ledger.ts'

/**
 * The numbers of a stored run, without packs or models, in memory that grows with its cases. What was counted before is taken
 * from the store; only trials stored since then are read.
 */
export type CountedRun = {
  readonly ledger: RunLedger
  /** reads trials stored after those that were read, at most so many; false: there are no more */
  readonly readOn: (limit: number) => Promise<boolean>
  /** keeps what was counted, if the run is finished and all of it was read. To those who may only read, it is not there. */
  readonly keep: (run: Pick<StoredRun, 'finishedAt'>) => Promise<void>
}

export async function openCount(
  store: Store,
  { id }: Pick<StoredRun, 'id'>,
  { catastrophes, readable = readFacts }: CountWishes,
): Promise<CountedRun> {
  const counting = countingOf(catastrophes)
  const stored = await store.sums(id)
  const found = keptIn(stored, counting)
  const ledger = createLedger(catastrophes)
  if (found !== undefined) ledger.addKept(found.kept)
  let place = found?.place ?? 0
  let isKept = found !== undefined
  let isWhole = true
  return {
    ledger,
    readOn: async (limit) => {
      const lines = await store.trialsAfter(id, { place, limit })
      for (const line of lines) {
        const facts = readable(line)
        if (facts !== undefined) ledger.add(line.trial, facts)
        else {
          ledger.skip(line.agent)
          isWhole = false
        }
        isKept = false
        place = line.place
      }
      return lines.length === limit
    },
    keep: async ({ finishedAt }) => {
      if (isKept || !isWhole || counting === null || finishedAt === null || place === 0) return
      isKept = true
      const sums = { counting, place, body: writeKept(ledger.keep()) }
      await store.keepSums(id, sums, stored.revision).catch(() => false)
    },
  }
}

type CountWishes = {
  readonly catastrophes: readonly string[]
  /** undefined: the trial cannot be read, and the others are counted without it. Without this such a trial is an error. */
  readonly readable?: (line: TrialLine) => ReturnType<typeof readFacts> | undefined
}

const LINES = 500

/** All trials that are stored now, counted with the run's own kinds of catastrophe. */
export async function countRun(
  store: Store,
  run: Pick<StoredRun, 'id' | 'finishedAt'>,
  catastrophes: readonly string[],
): Promise<RunLedger> {
  const counted = await openCount(store, run, { catastrophes })
  while (await counted.readOn(LINES));
  await counted.keep(run)
  return counted.ledger
}

/** The same with kinds that another run has too. Nobody else asks for that, so it is not kept. */
export async function countRunWith(
  store: Store,
  run: Pick<StoredRun, 'id'>,
  catastrophes: readonly string[],
): Promise<RunLedger> {
  return countRun(store, { ...run, finishedAt: null }, catastrophes)
}

/**
 * Keeps what was counted while a run was played. It may not hold every stored trial: the run may have been made smaller. What cannot
 * be kept is counted again by whoever looks, so a full disk does not end a run that is done.
 */
export async function keepPlayed(
  store: Store,
  run: RunId,
  played: RunLedger,
  catastrophes: readonly string[],
): Promise<boolean> {
  const counting = countingOf(catastrophes)
  if (counting === null) return false
  const { revision, last } = await store.sums(run)
  const { judged, voided, faulted } = await store.countTrials(run)
  if (last === 0 || played.trials() !== judged + voided + faulted) return false
  const sums = { counting, place: last, body: writeKept(played.keep()) }
  return store.keepSums(run, sums, revision).catch(() => false)
}

function keptIn({ kept }: StoredSums, counting: string | null) {
  if (kept === null || kept.counting !== counting) return undefined
  const books = readKept(kept.body)
  return books === undefined ? undefined : { kept: books, place: kept.place }
}
