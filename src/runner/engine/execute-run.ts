import type { RunResult } from '../../report/result/run-result.ts'
import type { StoredRun } from '../../storage/store.ts'
import { keepPlayed } from '../runs/count-run.ts'
import { aboutStored, reportRun } from '../runs/report-run.ts'
import { reportPath, writeReports } from '../runs/write-reports.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { createCleanup } from './cleanup.ts'
import { playRun, type SessionEnd } from './play-run.ts'
import { type FinishedRun, prepareRun, type RunSession } from './prepare-run.ts'
import type { RunDeps } from './run-deps.ts'

/**
 * A whole run, or the rest of one: agents x cases x trials, stored as they finish. In: a resolved request. Out: the result,
 * which is also written as a report.
 */
export async function executeRun(request: RunRequest, deps: RunDeps): Promise<RunResult> {
  const cleanup = createCleanup()
  try {
    const session = await prepareRun(request, deps, cleanup)
    if (session.kind === 'finished') return await reportAgain(session, deps)
    const { run, plan, progress } = session
    deps.onRunEvent?.({
      type: 'run.began',
      at: deps.clock(),
      run: run.id,
      trials: plan.trials,
      cases: plan.cases,
      stored: progress.done.size,
    })
    const end = await playRun(session)
    const result = await closeRun(session, end)
    const stopped = end.stopped?.because ?? null
    deps.onRunEvent?.({ type: 'run.ended', at: deps.clock(), run: run.id, stopped })
    return result
  } finally {
    await cleanup.run()
  }
}

const ownOf = ({ rules = [], metrics = [] }: RunDeps) => ({ rules, metrics })

async function reportAgain({ store, run, request }: FinishedRun, deps: RunDeps): Promise<RunResult> {
  const reported = await reportRun(store, run.id, { report: reportPath(request, run.id), own: ownOf(deps) })
  deps.onClosed?.(reported)
  return { ...(await writeReports(request, reported)), again: true }
}

/** Marks a run as finished unless it stopped early, and writes what it came to. */
async function closeRun(
  { run, request, plan, store, lease, ledger, deps }: RunSession,
  end: SessionEnd,
): Promise<RunResult> {
  await lease.check()
  if (end.stopped === undefined) {
    await store.finishRun(run.id, endOf(run, deps.clock()))
    await keepPlayed(store, run.id, ledger, { ...plan, ...ownOf(deps) })
  }
  const about = await aboutStored(store, (await store.run(run.id)) ?? run, {
    report: reportPath(request, run.id),
    figures: ledger,
    own: ownOf(deps),
  })
  const closed = ledger.close({ ...about, ...end })
  deps.onClosed?.(closed)
  return writeReports(request, closed)
}

/** Never before the start, even if the clock was set back meanwhile. */
const endOf = ({ startedAt }: StoredRun, now: number): string =>
  new Date(Math.max(now, Date.parse(startedAt) || now)).toISOString()
