import { setImmediate as nextTick } from 'node:timers/promises'
import { type HeatBook, openHeatBook } from '../../report/studio-views/heat.ts'
import { type TrialRow, trialRow } from '../../report/studio-views/trial-row.ts'
import type { Store, StoredRun, TrialLine } from '../../storage/store.ts'
import { readFacts } from '../../storage/stored-facts.ts'
import { runHeaderIfReadable } from '../runs/run-header.ts'
import { createLedger, type RunLedger } from '../runs/run-ledger.ts'

/**
 * Reads the trials of one run as they are stored, each once, and keeps what lists and numbers need of them. A run that
 * is still being written is read on from where the last look ended: readers never lock the writer out.
 */
export type RunScan = {
  /** reads on; resolves when all that is stored was read, or after `patienceMs`: false, and reading goes on */
  readonly catchUp: (patienceMs: number) => Promise<boolean>
  readonly rows: readonly TrialRow[]
  readonly usd: () => number | null
  readonly ledger: RunLedger
  readonly heat: HeatBook
}

const PAGE_TRIALS = 250

export function openRunScan(store: Store, run: StoredRun): RunScan {
  const rows: TrialRow[] = []
  const ledger = createLedger(catastrophesOf(run))
  const heat = openHeatBook()
  let usd: number | null = null
  let place = 0
  let reading: Promise<void> | undefined

  const take = (line: TrialLine): void => {
    const facts = factsOf(line)
    if (facts === undefined) {
      rows.push(unreadable(line))
      return
    }
    for (const use of facts.uses) if (use.usd !== null) usd = (usd ?? 0) + use.usd
    rows.push(trialRow(line.trial, facts))
    heat.add(line.pack, line.agent, facts.score)
    ledger.add(line.trial, facts)
  }

  const readOn = async (): Promise<void> => {
    for (;;) {
      const page = await store.trialsAfter(run.id, { place, limit: PAGE_TRIALS })
      for (const line of page) take(line)
      place = page.at(-1)?.place ?? place
      if (page.length < PAGE_TRIALS) return
      // Other requests get a word in between two pages.
      await nextTick()
    }
  }

  return {
    rows,
    ledger,
    heat,
    usd: () => usd,
    catchUp: (patienceMs) => {
      reading ??= readOn().finally(() => {
        reading = undefined
      })
      return withPatience(reading, patienceMs)
    },
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

/** A header that cannot be read costs the report its own kinds of catastrophe, never the list of trials. */
const catastrophesOf = (run: StoredRun): readonly string[] => runHeaderIfReadable(run)?.catastrophes ?? []

function factsOf(line: TrialLine): ReturnType<typeof readFacts> | undefined {
  try {
    return readFacts(line)
  } catch {
    return undefined
  }
}

const unreadable = ({ trial, agent, pack, case: id, intensity, repeat }: TrialLine): TrialRow => ({
  trial,
  agent,
  pack,
  case: id,
  intensity,
  repeat,
  mark: 'unreadable',
  bucket: '',
  tactic: null,
  left: null,
  broke: [],
})
