import { setImmediate as nextTick } from 'node:timers/promises'
import type { MetricRecord } from '../../metrics/metric.ts'
import { type Glance, type TrialRow, UNREADABLE } from '../../report/studio-views/trial-row.ts'
import type { Store, StoredRun, TrialKey, TrialPlace } from '../../storage/store.ts'
import { factsIfReadable } from '../../storage/stored-facts.ts'
import { glanceAt, readGlance } from '../../storage/stored-glance.ts'
import { openCount } from '../runs/count-run.ts'
import { runHeaderIfReadable } from '../runs/run-header.ts'
import type { RunFigures } from '../runs/run-ledger.ts'

/**
 * Reads the trials of one run as they are stored, each once, and keeps what lists and numbers need of them. A run that
 * is still being written is read on from where the last look ended: readers never lock the writer out. Lists and numbers are
 * read apart: the numbers of a finished run are there at once, however long its lists are.
 */
export type RunScan = {
  /** reads lists on; resolves when all that is stored was read, or after `patienceMs`: false, and reading goes on */
  readonly catchUp: (patienceMs: number) => Promise<boolean>
  readonly rows: readonly TrialRow[]
  /** reads numbers on, for as long */
  readonly numbers: (patienceMs: number) => Promise<RunFigures>
}

const PAGE_ROWS = 500
const PAGE_TRIALS = 250

export function openRunScan(store: Store, run: StoredRun, metrics: readonly MetricRecord[] = []): RunScan {
  const rows: TrialRow[] = []
  let place = 0
  const readRows = once(async () => {
    for (;;) {
      const page = await store.trialPage(run.id, { place, limit: PAGE_ROWS })
      rows.push(...(await rowsOf(store, page)))
      place = page.at(-1)?.place ?? place
      if (page.length < PAGE_ROWS) return
      // Other requests get a word in between two pages.
      await nextTick()
    }
  })
  let counting: ReturnType<typeof openCount> | undefined
  const counted = () => {
    counting ??= openCount(store, run, {
      catastrophes: catastrophesOf(run),
      metrics,
      readable: factsIfReadable,
    })
    return counting
  }
  const count = once(async () => {
    const { readOn, keep } = await counted()
    while (await readOn(PAGE_TRIALS)) await nextTick()
    await keep(run)
  })
  return {
    rows,
    catchUp: (patienceMs) => withPatience(readRows(), patienceMs),
    numbers: async (patienceMs) => {
      await withPatience(count(), patienceMs)
      return (await counted()).figures()
    },
  }
}

/** While it is under way, whoever asks waits for the same work. */
function once(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

async function withPatience(reading: Promise<void>, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false)
  })
  try {
    return await Promise.race([reading.then(() => true), enough])
  } finally {
    clearTimeout(timer)
  }
}

/** Trials of an older store have no glance of their own: their scores are read. */
async function rowsOf(store: Store, page: readonly TrialPlace[]): Promise<readonly TrialRow[]> {
  const glances = page.map(readGlance)
  const first = page[glances.indexOf(null)]
  if (first === undefined) return page.map((at, index) => rowOf(at, glances[index] ?? UNREADABLE))
  const lines = await store.trialsAfter(first.run, { place: first.place - 1, limit: page.length })
  const old = new Map(lines.map((line) => [line.place, line]))
  return page.map((at, index) => {
    const line = old.get(at.place)
    const glance = line === undefined ? null : readGlance({ glance: glanceAt(line) })
    return rowOf(at, glances[index] ?? glance ?? UNREADABLE)
  })
}

const rowOf = ({ trial, agent, pack, case: id, intensity, repeat }: TrialKey, glance: Glance): TrialRow => ({
  trial,
  agent,
  pack,
  case: id,
  intensity,
  repeat,
  ...glance,
})

/** A header that cannot be read costs the report its own kinds of catastrophe, never the list of trials. */
const catastrophesOf = (run: StoredRun): readonly string[] => runHeaderIfReadable(run)?.catastrophes ?? []
