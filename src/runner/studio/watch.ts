import type { Report } from '../../report/result/report.ts'
import type { Matrix } from '../../report/studio-views/matrix.ts'
import type { ProgressView } from '../../report/studio-views/progress.ts'
import type { StoredRun, TrialCounts } from '../../storage/store.ts'
import { aboutRun, isWritten, plannedTrials } from './run-about.ts'
import type { RunScan } from './run-scan.ts'

/** One run somebody looks at: what was read of it, and what was made of that, until there is more. */
export type Watch = {
  readonly scan: RunScan
  readonly run: () => StoredRun
  /** the run as it is in the store now */
  readonly see: (run: StoredRun) => Watch
  readonly agents: () => readonly string[]
  /** those that may be ranked: never an instrument */
  readonly ranked: () => readonly string[]
  readonly progress: (stored: TrialCounts, patienceMs: number) => Promise<ProgressView>
  readonly matrix: (filter: string, make: () => Matrix) => Matrix
  /** `stored`: how many trials there are; made again only when there are others */
  readonly report: (stored: number, make: (run: StoredRun) => Promise<Report>) => Promise<Report>
}

const RATE_WINDOW_MS = 10_000

export function openWatch(
  scan: RunScan,
  first: StoredRun,
  { clock }: { readonly clock: () => number },
): Watch {
  let run = first
  let looks: readonly Look[] = []
  let kept: Kept | undefined
  let shown: { readonly key: string; readonly matrix: Matrix } | undefined
  const about = () => aboutRun(run)?.agents ?? []

  const watch: Watch = {
    scan,
    run: () => run,
    see: (now) => {
      run = now
      return watch
    },
    agents: () => {
      const named = about().map(({ agent }) => agent)
      return named.length > 0 ? named : [...new Set(scan.rows.map(({ agent }) => agent))]
    },
    ranked: () =>
      about()
        .filter(({ kind }) => kind !== 'instrument')
        .map(({ agent }) => agent),
    progress: async (counts, patienceMs) => {
      const [complete, figures] = await Promise.all([scan.catchUp(patienceMs), scan.numbers(patienceMs)])
      looks = lookAgain(looks, { at: clock(), stored: totalOf(counts) })
      const read = { trials: scan.rows.length, usd: figures.usd(), complete }
      return progressOf(run, read, { counts, looks, now: clock() })
    },
    // Made once for all pages of it: to scroll through a large run asks for hundreds.
    matrix: (filter, make) => {
      const key = `${scan.rows.length} ${filter}`
      if (shown?.key !== key) shown = { key, matrix: make() }
      return shown.matrix
    },
    report: (stored, make) => {
      const { finishedAt: finished } = run
      if (
        kept !== undefined &&
        (isCurrent(kept, { stored, finished }) || (finished === null && isFresh(kept, clock())))
      )
        return kept.report
      const begunAt = clock()
      const report = make(run)
      const mine: Kept = { stored, finished, report, begunAt, doneAt: null }
      kept = mine
      report.then(
        () => {
          mine.doneAt = clock()
        },
        // What failed is tried again by whoever asks next.
        () => {
          if (kept === mine) kept = undefined
        },
      )
      return report
    },
  }
  return watch
}

type Kept = {
  readonly stored: number
  readonly finished: string | null
  readonly report: Promise<Report>
  readonly begunAt: number
  doneAt: number | null
}

const isCurrent = (kept: Kept, now: { readonly stored: number; readonly finished: string | null }): boolean =>
  kept.stored === now.stored && kept.finished === now.finished

/** While a run grows its report lags behind: counting it without a pause would take the machine from the run. */
const PAUSE_SHARE = 4
const PAUSE_MS_MIN = 3_000

const isFresh = ({ begunAt, doneAt }: Kept, now: number): boolean =>
  doneAt === null || now - doneAt < Math.max(PAUSE_MS_MIN, PAUSE_SHARE * (doneAt - begunAt))

export const totalOf = ({ judged, voided, faulted }: TrialCounts): number => judged + voided + faulted

type Look = { readonly at: number; readonly stored: number }

/** Looks of the last seconds; of those without news only the last is worth keeping. */
function lookAgain(looks: readonly Look[], now: Look): readonly Look[] {
  return [...looks.filter(({ at }) => now.at - at <= RATE_WINDOW_MS), now]
}

function progressOf(
  run: StoredRun,
  read: { readonly trials: number; readonly usd: number | null; readonly complete: boolean },
  {
    counts,
    looks,
    now,
  }: { readonly counts: TrialCounts; readonly looks: readonly Look[]; readonly now: number },
): ProgressView {
  const [first, last] = [looks[0], looks.at(-1)]
  const gained = first === undefined || last === undefined ? 0 : last.stored - first.stored
  const elapsed = first === undefined || last === undefined ? 0 : last.at - first.at
  const { judged, voided, faulted } = counts
  const stored = totalOf(counts)
  return {
    run: run.id,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    live: run.finishedAt === null && (isWritten(run, now) || gained > 0),
    stored,
    read: read.trials,
    planned: run.finishedAt === null ? plannedTrials(run) : stored,
    judged,
    voided,
    faulted,
    per_second: run.finishedAt === null && gained > 0 && elapsed > 0 ? (gained * 1000) / elapsed : null,
    usd: read.usd,
    complete: read.complete,
  }
}
