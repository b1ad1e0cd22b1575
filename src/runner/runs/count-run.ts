import { z } from 'zod'
import type { RunId } from '../../base/values/ids.ts'
import { readJson } from '../../base/values/json.ts'
import type { MetricRecord } from '../../metrics/metric.ts'
import type { Store, StoredRun, StoredSums, TrialLine } from '../../storage/store.ts'
import { readFacts } from '../../storage/stored-facts.ts'
import { buildId } from '../files/prepared.ts'
import { readRunHeader } from './run-header.ts'
import {
  createLedger,
  type RunFigures,
  type RunLedger,
  type RunNumbers,
  storedFigures,
} from './run-ledger.ts'
import { storedLines } from './stored-trials.ts'

/**
 * The numbers of a stored run, without packs or models. Of a run that has ended they were stored; else they are counted from its
 * trials, in memory that grows with its cases.
 */
export type CountedRun = {
  readonly figures: () => RunFigures
  /** reads trials stored after those that were read, at most so many; false: there are no more */
  readonly readOn: (limit: number) => Promise<boolean>
  /** stores the numbers, if the run has ended and all of it was read. To those who may only read, it is not there. */
  readonly keep: (run: Pick<StoredRun, 'finishedAt'>) => Promise<void>
}

/** What is counted besides what every run is asked. */
export type CountedToo = {
  /** the packs' own kinds */
  readonly catastrophes: readonly string[]
  /** those of a project's plugins */
  readonly metrics: readonly MetricRecord[]
}

type CountWishes = CountedToo & {
  /** undefined: the trial cannot be read, and the others are counted without it. Without this such a trial is an error. */
  readonly readable?: (line: TrialLine) => ReturnType<typeof readFacts> | undefined
}

export async function openCount(
  store: Store,
  { id }: Pick<StoredRun, 'id'>,
  { readable = readFacts, ...too }: CountWishes,
): Promise<CountedRun> {
  const counting = countingOf(too)
  const sums = await store.sums(id)
  const ledger = createLedger(too.catastrophes, too.metrics)
  let stored = numbersIn(sums, counting)
  let [place, isKept, isWhole] = [0, false, true]
  const counted = async () => (await countRun(store, { id }, too)).tally
  return {
    figures: () => (stored === undefined ? ledger : storedFigures(stored, counted)),
    readOn: async (limit) => {
      if (stored !== undefined) {
        if ((await store.trialsAfter(id, { place: sums.last, limit: 1 })).length === 0) return false
        // It was resumed: all of it is counted.
        stored = undefined
      }
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
      if (stored !== undefined || isKept || !isWhole || counting === null || finishedAt === null) return
      if (place === 0) return
      isKept = true
      const body = JSON.stringify(ledger.numbers())
      await store.keepSums(id, { counting, place, body }, sums.revision).catch(() => false)
    },
  }
}

const LINES = 500

/** What was stored when the run ended; else it is counted, and stored if the run has ended: a process may have died in between. */
export async function figuresOf(
  store: Store,
  run: Pick<StoredRun, 'id' | 'header' | 'finishedAt'>,
  metrics: readonly MetricRecord[],
): Promise<RunFigures> {
  const { catastrophes } = readRunHeader(run)
  const counted = await openCount(store, run, { catastrophes, metrics })
  while (await counted.readOn(LINES));
  await counted.keep(run)
  return counted.figures()
}

/** All trials that are stored now, each also shown to `look`. What two runs are compared by is in no stored numbers. */
export async function countRun(
  store: Store,
  { id }: Pick<StoredRun, 'id'>,
  { catastrophes, metrics }: CountedToo,
  look?: RunLedger['add'],
): Promise<RunLedger> {
  const ledger = createLedger(catastrophes, metrics)
  for await (const line of storedLines(store, id)) {
    const facts = readFacts(line)
    ledger.add(line.trial, facts)
    look?.(line.trial, facts)
  }
  return ledger
}

/**
 * Stores what was counted while a run was played. It may not hold every stored trial: the run may have been made smaller. What cannot
 * be stored is counted again by whoever looks, so a full disk does not end a run that is done.
 */
export async function keepPlayed(
  store: Store,
  run: RunId,
  played: RunLedger,
  too: CountedToo,
): Promise<void> {
  const counting = countingOf(too)
  if (counting === null) return
  const { revision, last } = await store.sums(run)
  const { judged, voided, faulted } = await store.countTrials(run)
  if (last === 0 || played.trials() !== judged + voided + faulted) return
  const body = JSON.stringify(played.numbers())
  await store.keepSums(run, { counting, place: last, body }, revision).catch(() => false)
}

/**
 * What was counted, and by which build: another one may count in another way. Null: metrics of a plugin are among it. Their code is
 * not ours, so their numbers are never stored.
 */
export const countingOf = ({ catastrophes, metrics }: CountedToo): string | null =>
  metrics.length > 0 ? null : JSON.stringify([buildId() ?? 'sources', catastrophes])

/** Undefined: there are none, others have come since, another build made them, or the text is damaged. */
const numbersIn = ({ kept, last }: StoredSums, counting: string | null): RunNumbers | undefined =>
  kept === null || kept.counting !== counting || kept.place !== last
    ? undefined
    : StoredNumbers.safeParse(readJson(kept.body)).data

/** Our own writing, under a key of the build that wrote it: its shape need not be checked in depth. */
const StoredNumbers = z.custom<RunNumbers>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    ['summaries', 'cases', 'heat', 'outcomes', 'worst'].every((name) =>
      Array.isArray(Reflect.get(value, name)),
    ),
)
