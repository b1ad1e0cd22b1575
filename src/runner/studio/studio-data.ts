import type { z } from 'zod'
import { usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import type { Pack } from '../../cases/case.ts'
import { coverToJson, neverExercised } from '../../report/render/cover-text.ts'
import type { Compared } from '../../report/result/compared.ts'
import type { Report } from '../../report/result/report.ts'
import type { OwnParts } from '../../report/result/to-run-result.ts'
import type { AuditView } from '../../report/studio-views/audit-view.ts'
import { type Heat, heatOf } from '../../report/studio-views/heat.ts'
import { type League, leaguesOf } from '../../report/studio-views/leagues.ts'
import { type MatrixFilter, type MatrixPage, matrixOf, matrixPage } from '../../report/studio-views/matrix.ts'
import { type Noise, noiseOf } from '../../report/studio-views/noise.ts'
import type { PackLine } from '../../report/studio-views/pack-line.ts'
import {
  type CoverageView,
  type PackView,
  packView,
  walkedSteps,
} from '../../report/studio-views/pack-view.ts'
import type { ProgressView } from '../../report/studio-views/progress.ts'
import type { ReviewTask } from '../../report/studio-views/review.ts'
import type { RunRow } from '../../report/studio-views/run-row.ts'
import type { TrialRow } from '../../report/studio-views/trial-row.ts'
import type { TrialView } from '../../report/studio-views/trial-view.ts'
import type { Store, StoredRun } from '../../storage/store.ts'
import { coverPack } from '../jobs/cover/cover.ts'
import { type CompareWishes, compareRuns } from '../runs/compare-runs.ts'
import { wholeRuns } from '../runs/half-import.ts'
import { aboutStored } from '../runs/report-run.ts'
import { findRun } from '../runs/stored-trials.ts'
import { lastAudit } from './audits.ts'
import { openPackFinder } from './pack-finder.ts'
import {
  addDispute,
  addRatings,
  type DisputePost,
  goldenOf,
  labelsOf,
  nextTask,
  type RatingPost,
} from './reviews.ts'
import { runRow } from './run-about.ts'
import { openRunScan } from './run-scan.ts'
import { trialFromStore } from './trial-from-store.ts'
import { openWatch, totalOf, type Watch } from './watch.ts'

/**
 * Everything the studio shows, as documents. In: a store, read only (reviews aside). Out: plain data computed by the
 * report room; the server sends it as it is and the page lays it out. It must not know HTTP.
 */
export type StudioData = {
  readonly runs: () => Promise<readonly RunRow[]>
  readonly leagues: () => Promise<readonly League[]>
  readonly progress: (run: string) => Promise<ProgressView>
  readonly report: (run: string) => Promise<Report>
  /** every trial of a run, as a matrix is made of them */
  readonly rows: (run: string) => Promise<readonly TrialRow[]>
  readonly matrix: (run: string, filter: MatrixFilter, cut: PageCut) => Promise<MatrixPage>
  readonly noise: (runs: readonly string[], metric: string) => Promise<Noise>
  readonly trial: (id: string) => Promise<TrialView>
  readonly packs: () => Promise<readonly PackLine[]>
  readonly pack: (id: string) => Promise<PackView>
  readonly heat: (pack: string, run: string, agent: string | null) => Promise<Heat>
  readonly coverage: (pack: string) => Promise<CoverageView>
  /** null: it was never audited */
  readonly audit: (pack: string) => Promise<AuditView | null>
  readonly compare: (wishes: CompareWishes) => Promise<Compared>
  readonly review: (run: string, author: string) => Promise<ReviewTask>
  readonly rate: (post: z.infer<typeof RatingPost>) => Promise<void>
  readonly dispute: (post: z.infer<typeof DisputePost>) => Promise<void>
  /** JSONL, to be kept as a file */
  readonly labels: (run: string) => Promise<string>
  readonly golden: (run: string) => Promise<string>
}

export type PageCut = { readonly offset: number; readonly limit: number }
/** How long a list waits for a run to be read before it shows what is there. */
const PATIENCE_MS = 250
/** A report of everything waits for everything, within reason. */
const REPORT_PATIENCE_MS = 120_000

export function openStudioData(
  store: Store,
  outside: {
    readonly workingFolder: string
    readonly clock: () => number
    /** what plugins add; absent: nothing */
    readonly own?: OwnParts
  },
): StudioData {
  const { own = { rules: [], metrics: [] } } = outside
  const packs = openPackFinder(outside.workingFolder)
  const watches = new Map<RunId, Watch>()
  const covers = new Map<string, Promise<CoverageView>>()
  const now = (): string => new Date(outside.clock()).toISOString()

  const watch = async (id: string): Promise<Watch> => {
    const run = await findRun(store, id)
    const known = watches.get(run.id)
    if (known !== undefined) return known.see(run)
    const made = openWatch(openRunScan(store, run, own.metrics), run, outside)
    watches.set(run.id, made)
    return made
  }
  const rowOf = (run: StoredRun): RunRow => runRow(run, outside.clock())
  /** A run that has just begun, or was stopped before its first conversation, has no numbers to stand in a table. */
  const countedRuns = async (): Promise<readonly StoredRun[]> => {
    const counted: StoredRun[] = []
    for (const run of await wholeRuns(store))
      if (run.finishedAt !== null || totalOf(await store.countTrials(run.id)) > 0) counted.push(run)
    return counted
  }
  const findPack = async (id: string): Promise<Pack> => {
    const pack = await packs.find(id, await store.runs())
    if (pack !== undefined) return pack
    throw usageError(
      'unknown-pack',
      `The pack "${id}" is no longer available here, or it does not load.`,
      'Check it with `sage pack check`.',
    )
  }

  return {
    runs: async () => (await wholeRuns(store)).map(rowOf),
    leagues: async () => leaguesOf((await countedRuns()).map(rowOf)),
    progress: async (id) => {
      const watched = await watch(id)
      const run = watched.run()
      const counts = await store.countTrials(run.id)
      // Fewer than were read: some were run again after a fault. What was counted of them cannot be taken back.
      if (watched.scan.rows.length > totalOf(counts)) watches.delete(run.id)
      return (await watch(run.id)).progress(counts, PATIENCE_MS)
    },
    report: async (id) => reportOf(store, await watch(id), own),
    rows: async (id) => {
      const { scan } = await watch(id)
      await scan.catchUp(REPORT_PATIENCE_MS)
      return scan.rows
    },
    matrix: async (id, filter, cut) => matrixFrom(await watch(id), filter, cut),
    noise: async (ids, metric) => noiseAmong(await Promise.all(ids.map(watch)), metric),
    trial: async (id) => trialFromStore(store, id, { packs, rules: own.rules }),
    packs: async () => packs.lines(await store.runs()),
    pack: async (id) => packView(await findPack(id)),
    heat: async (pack, run, agent) => {
      const { scan } = await watch(run)
      return heatOf((await scan.numbers(REPORT_PATIENCE_MS)).heat(), pack, agent)
    },
    coverage: async (id) => {
      const pack = await findPack(id)
      const known = covers.get(pack.hash) ?? coverageOf(pack)
      covers.set(pack.hash, known)
      return known
    },
    audit: async (id) => lastAudit(store, await findPack(id)),
    compare: (wishes) => compareRuns(store, wishes, own),
    review: async (id, author) => {
      const watched = await watch(id)
      await watched.scan.catchUp(REPORT_PATIENCE_MS)
      return nextTask(store, watched.run().id, {
        rows: watched.scan.rows,
        agents: watched.agents(),
        author,
      })
    },
    rate: async (post) => {
      const { scan } = await watch(post.run)
      await scan.catchUp(REPORT_PATIENCE_MS)
      await addRatings(store, post, { rows: scan.rows, at: now() })
    },
    dispute: (post) => addDispute(store, post, now()),
    labels: async (id) => labelsOf(store, (await findRun(store, id)).id),
    golden: async (id) => goldenOf(store, (await findRun(store, id)).id),
  }
}

/** Counting a large run takes seconds: it is counted again only when there is something new. */
async function reportOf(store: Store, watched: Watch, own: OwnParts): Promise<Report> {
  const stored = totalOf(await store.countTrials(watched.run().id))
  if (stored === 0)
    throw usageError('empty-run', 'This run has no stored trials yet.', 'Wait for its first conversations.')
  return watched.report(stored, async (run: StoredRun) => {
    const figures = await watched.scan.numbers(REPORT_PATIENCE_MS)
    return figures.close(await aboutStored(store, run, { report: null, figures, own })).report
  })
}

async function matrixFrom(watched: Watch, filter: MatrixFilter, cut: PageCut): Promise<MatrixPage> {
  const complete = await watched.scan.catchUp(PATIENCE_MS)
  const made = watched.matrix(JSON.stringify(filter), () =>
    matrixOf(watched.scan.rows, watched.agents(), filter),
  )
  return matrixPage(made, { ...cut, complete })
}

async function noiseAmong(watched: readonly Watch[], metric: string): Promise<Noise> {
  const tallies = await Promise.all(
    watched.map(async ({ scan }) => (await scan.numbers(REPORT_PATIENCE_MS)).counted()),
  )
  const entrants = watched.flatMap(({ run, ranked }, at) =>
    ranked().flatMap((agent) => {
      const ofAgent = tallies[at]?.agents().get(agent)
      return ofAgent === undefined ? [] : [{ run: run().id, agent, tally: ofAgent }]
    }),
  )
  const [tally] = tallies
  return tally === undefined ? { metric, pairs: [] } : noiseOf(entrants, metric, tally)
}

async function coverageOf(pack: Pack): Promise<CoverageView> {
  const { universe, coverage } = await coverPack(pack)
  return {
    counts: coverToJson(coverage),
    never: neverExercised(universe, coverage),
    walked: walkedSteps(pack.graph, coverage.counts),
  }
}
