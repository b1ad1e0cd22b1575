import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '../../base/assert.ts'
import { usageError } from '../../base/error.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import { openTeam } from '../../storage/open/open-store.ts'
import type { StoredRun, TrialCounts } from '../../storage/store.ts'
import { readFacts } from '../../storage/stored-facts.ts'
import type { Submission, TeamStore } from '../../storage/team.ts'
import { createRun, markMixed } from '../engine/prepare-run.ts'
import { findResumable, isComplete, resumedRequest } from '../engine/resume-run.ts'
import type { RunDeps } from '../engine/run-deps.ts'
import { trialEnded } from '../engine/schedule/run-event.ts'
import { planRun, type RunPlan } from '../engine/schedule/run-plan.ts'
import { figuresOf } from '../runs/count-run.ts'
import { resolveFailed } from '../runs/failed-cases.ts'
import { readBaseline } from '../runs/read-baseline.ts'
import { readGates } from '../runs/read-gates.ts'
import { aboutStored } from '../runs/report-run.ts'
import { comparableOf, readRunHeader } from '../runs/run-header.ts'
import { reportPath, writeReports } from '../runs/write-reports.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { storePacks } from './carry-packs.ts'
import { providerOf } from './share-limits.ts'

/**
 * Hands a run to the workers of its store and watches until they are done. In: a resolved request. Out: its result. Closing
 * it stops nothing: the workers go on, and `--resume` watches again. Keys of models are the workers' business.
 */
export async function submitRun(
  asked: RunRequest,
  deps: RunDeps & { readonly version: string },
): Promise<RunResult> {
  refuseForks(asked)
  readGates(asked.gates, { mayGate: () => true, own: deps.metrics ?? [] })
  const opened = await openTeam(asked.store)
  try {
    const started = await findOrStart(asked, { opened, deps })
    const { run, isNew } = started
    const stopped = await watch(opened, run, deps)
    const result = await resultOf(opened, { ...started, stopped, deps })
    deps.onRunEvent?.({ type: 'run.ended', at: deps.clock(), run: run.id, stopped: stopped?.because ?? null })
    return isNew || stopped !== null ? result : { ...result, again: true }
  } finally {
    await opened.store.close()
  }
}

type With = { readonly opened: TeamStore; readonly deps: RunDeps & { readonly version: string } }
type Started = { readonly run: StoredRun; readonly request: RunRequest; readonly isNew: boolean }

async function findOrStart(asked: RunRequest, how: With): Promise<Started> {
  const { opened, deps } = how
  const { store, team } = opened
  const resumed = asked.resume === null ? null : await findResumable(store, asked.resume, asked)
  if (resumed !== null && (await isComplete(store, resumed)))
    return { run: resumed, request: resumedRequest(resumed, asked), isNew: false }
  if (resumed !== null && resumed.imported !== null) throw importedRun(resumed.id)
  const known = (await team.submissions()).find(({ run }) => run === resumed?.id)
  if (resumed !== null && known !== undefined) {
    await team.submit(resumed.id, { ...known, ...asked.budget })
    return { run: resumed, request: resumedRequest(resumed, asked), isNew: true }
  }
  const request = resumed === null ? await resolveFailed(asked) : resumedRequest(resumed, asked)
  const startedAt = deps.clock()
  const plan = await planRun(request, deps)
  const run =
    resumed === null ? await create(request, { ...how, plan, startedAt }) : await again(resumed, plan)
  await storePacks(
    team,
    plan.packs.map(({ pack }) => pack.dir),
  )
  const { usd, minutes } = request.budget
  await team.submit(run.id, { trials: plan.trials, version: deps.version, usd, minutes })
  const { judged, voided } = await store.countTrials(run.id)
  deps.onRunEvent?.({
    type: 'run.began',
    at: deps.clock(),
    run: run.id,
    trials: plan.trials,
    cases: plan.cases,
    stored: judged + voided,
  })
  return { run, request, isNew: true }

  async function again(found: StoredRun, planned: RunPlan): Promise<StoredRun> {
    const force = asked.resume?.force ?? false
    return markMixed(store, found, { plan: planned, force })
  }
}

async function create(
  request: RunRequest,
  { opened, deps, plan, startedAt }: With & { readonly plan: RunPlan; readonly startedAt: number },
): Promise<StoredRun> {
  await readBaseline(request, { ...comparableOf(request), ...plan.versions, contested: plan.contested })
  const { run } = await createRun(
    request,
    { plan, startedAt, deps: { ...deps, openStore: async () => opened.store } },
    // The store is closed once, by whoever opened it.
    { add: () => undefined },
  )
  return run
}

const LOOK_MS = 500

type Stop = Exclude<RunResult['stopped'], undefined>

/** Until the workers are done; null: all is stored. It also does what somebody must do every second, as workers do. */
async function watch({ store, team }: TeamStore, run: StoredRun, deps: RunDeps): Promise<Stop | null> {
  const from = performance.now()
  const before = sumOf(await store.countTrials(run.id))
  const { planned = 0 } = readRunHeader(run)
  const leftOf = (done: number): number => Math.max(0, planned - done)
  let said = ''
  const pausedUntil = new Map<string, number>()
  for (;;) {
    await team.tend()
    const counts = await store.countTrials(run.id)
    const done = sumOf(counts)
    const perSecond = (done - before) / Math.max(0.001, (performance.now() - from) / 1000)
    deps.onProgress({ ...counts, done, of: planned, perSecond })
    const submitted = (await team.submissions()).find((each) => each.run === run.id)
    if (submitted === undefined) {
      const isFinished = (await store.run(run.id))?.finishedAt != null
      return isFinished ? null : { because: 'interrupted', left: leftOf(done) }
    }
    if (isStopped(submitted)) {
      await team.withdraw(run.id)
      return { because: submitted.stopped, left: leftOf(sumOf(await store.countTrials(run.id))) }
    }
    if (deps.signal.aborted) return { because: 'interrupted', left: leftOf(done) }
    said = await sayWorkers(said)
    await sayPauses()
    await sleep(LOOK_MS, undefined, { signal: deps.signal }).catch(() => undefined)
  }

  /** Each pause once, though it is seen at every look. */
  async function sayPauses(): Promise<void> {
    for (const { provider: named, pauseMs: ms } of await team.providerNews()) {
      const until = performance.now() + ms
      if (ms === 0 || until < (pausedUntil.get(named) ?? 0) + LOOK_MS) continue
      pausedUntil.set(named, until)
      deps.onRunEvent?.({ type: 'provider.paused', at: deps.clock(), provider: providerOf(named), ms })
    }
  }

  async function sayWorkers(last: string): Promise<string> {
    const workers = await team.workers()
    const refusals = await team.refusals(run.id)
    const now = JSON.stringify([workers.map(({ worker, lanes }) => [worker, lanes]), refusals])
    if (now === last) return last
    const lanes = workers.reduce((sum, each) => sum + each.lanes, 0)
    deps.onRunEvent?.({
      type: 'workers.changed',
      at: deps.clock(),
      workers: workers.length,
      lanes,
      refusals,
    })
    return now
  }
}

/** Its budget is used up, and nothing is under way any more. */
const isStopped = (
  submitted: Submission,
): submitted is Submission & { readonly stopped: NonNullable<Submission['stopped']> } =>
  submitted.stopped !== null && submitted.waiting + submitted.held === 0

const sumOf = ({ judged, voided, faulted }: TrialCounts): number => judged + voided + faulted

const FAULTED_TOLD_MAX = 1_000

async function resultOf(
  { store }: TeamStore,
  { run, request, stopped, deps }: Started & { readonly stopped: Stop | null; readonly deps: RunDeps },
): Promise<RunResult> {
  const now = await store.run(run.id)
  assert(now !== undefined, `run ${run.id} is stored`)
  const { rules = [], metrics = [] } = deps
  // The workers saw what went wrong; whoever watches the run hears it here.
  const faulted = await store.trialsAfter(run.id, { place: 0, limit: FAULTED_TOLD_MAX, state: 'faulted' })
  for (const line of faulted)
    deps.onRunEvent?.({ at: deps.clock(), ...trialEnded({ ...line, facts: readFacts(line) }) })
  const figures = await figuresOf(store, now, metrics)
  const report = reportPath(request, run.id)
  const about = await aboutStored(store, now, { report, figures, own: { rules, metrics } })
  const closed = figures.close({ ...about, ...(stopped === null ? {} : { stopped }) })
  deps.onClosed?.(closed)
  return writeReports(request, closed)
}

/** Which decisions there are is known only when all trials are played: that is one process's work. */
function refuseForks({ forks }: RunRequest): void {
  if (forks !== null)
    throw usageError(
      'usage',
      'Workers play trials, not forks.',
      'Leave out forks:, and fork the finished run with sage fork; or play everything in this process with --local.',
    )
}

const importedRun = (run: string) =>
  usageError(
    'imported-run',
    `Run ${run} was imported. Workers do not start what a file names.`,
    `Resume it in this process: sage run --resume ${run} --local`,
  )
