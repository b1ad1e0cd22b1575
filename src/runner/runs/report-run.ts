import { usageError } from '../../base/error.ts'
import type { OwnParts } from '../../report/result/to-run-result.ts'
import type { Store, StoredRun } from '../../storage/store.ts'
import { figuresOf } from './count-run.ts'
import { forkResults, forksOfRun } from './forks-of-run.ts'
import { judgingOf } from './judge-run.ts'
import { baselineIn } from './read-baseline.ts'
import { readStoredGates } from './read-gates.ts'
import { readRunHeader } from './run-header.ts'
import type { ClosedRun, RunAbout, RunFigures } from './run-ledger.ts'
import { findRun } from './stored-trials.ts'

/** Sentences listed for each agent at the end of a written report. */
export const REPORTED_PLACES = 10

/** The numbers of a stored run: without packs or models, in memory that grows with its cases, not its trials. */
export async function reportRun(
  store: Store,
  id: string,
  { report, own }: { readonly report: string | null; readonly own: OwnParts },
): Promise<ClosedRun> {
  const run = await findRun(store, id)
  const figures = await figuresOf(store, run, own.metrics)
  if (figures.trials() === 0)
    throw usageError(
      'empty-run',
      `Run ${run.id} has no stored trials.`,
      'Wait for its first trials, or choose another run.',
    )
  return figures.close(await aboutStored(store, run, { report, figures, own }))
}

/** What is known of a stored run besides its trials: what its numbers are closed with. */
export async function aboutStored(
  store: Store,
  run: StoredRun,
  {
    report,
    figures,
    own,
  }: {
    readonly report: string | null
    readonly figures: Pick<RunFigures, 'counted'>
    readonly own: OwnParts
  },
): Promise<RunAbout> {
  const { request, versions, mixed } = readRunHeader(run)
  const { startedAt, finishedAt } = run
  const forked = forkResults(await forksOfRun(store, run.id))
  return {
    run: run.id,
    ...request,
    // They were allowed when the run began. Whether they may read the judges' ratings is checked again.
    ...readStoredGates(request.gates, own.metrics),
    judging: await judgingOf(store, { id: run.id, ...request }),
    baseline: await baselineIn(store, request.baseline, { counted: figures.counted, metrics: own.metrics }),
    versions,
    mixed,
    own,
    ...(forked === undefined ? {} : { forked }),
    startedAt,
    finishedAt,
    wallMs: finishedAt === null ? 0 : Date.parse(finishedAt) - Date.parse(startedAt),
    report,
  }
}
