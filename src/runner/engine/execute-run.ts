import { costOf, type Prices } from '../../metrics/prices.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import { isStoreThere, openStore } from '../../storage/open/open-store.ts'
import type { Store, StoredRun } from '../../storage/store.ts'
import type { EventOf } from '../../transcript/event.ts'
import { makeFolder } from '../files/make-folder.ts'
import { resolveFailed } from '../runs/failed-cases.ts'
import { readBaseline } from '../runs/read-baseline.ts'
import { readGates } from '../runs/read-gates.ts'
import { aboutStored, reportRun } from '../runs/report-run.ts'
import { comparableOf } from '../runs/run-header.ts'
import { leasedStore, leaseRun, type RunLease } from '../runs/run-lease.ts'
import { openLedger, type RunLedger } from '../runs/run-ledger.ts'
import { readStoredHeader, type StoredHeader, writeHeader } from '../runs/stored-request.ts'
import { reportPath, writeReports } from '../runs/write-reports.ts'
import { loadPrices } from '../settings/load-prices.ts'
import type { RunRequest } from '../settings/run-request.ts'
import {
  changesSince,
  findResumable,
  NO_PROGRESS,
  type Progress,
  readProgress,
  refuseChanged,
  resumedRequest,
} from './resume-run.ts'
import type { RunOutside } from './run-deps.ts'
import { runId } from './run-id.ts'
import { runTrials, trialIds } from './run-trials.ts'
import { fileHashes, planRun, type RunPlan } from './schedule/run-plan.ts'
import { type Threads, withThreads } from './threads/run-threads.ts'
import { tryAgents } from './try-agents.ts'
import { tryModels } from './try-models.ts'

/**
 * A whole run, or the rest of one: agents x cases x trials, stored as they finish. In: a resolved request. Out: the result
 * of DESIGN.md section 12. Nothing is written before everything that can be wrong with the request was found.
 */
export async function executeRun(request: RunRequest, outside: RunOutside): Promise<RunResult> {
  readGates(request.gates, () => true)
  const store = await openIfThere(request, outside)
  try {
    const stored = store === null ? null : await storedRun(store, request)
    if (store !== null && stored !== null) return await goOn(store, stored, { request, outside })
  } finally {
    await store?.close()
  }
  return start(await resolveFailed(request), outside)
}

/** Only to go on with a run: a new one opens its store when nothing can be wrong any more. */
const openIfThere = async ({ resume, store }: RunRequest, outside: RunOutside): Promise<Store | null> =>
  resume !== null && (await isStoreThere(store)) ? openerOf(outside)(store) : null

const openerOf = (outside: RunOutside): ((place: string) => Promise<Store>) =>
  outside.openStore ?? ((place) => openStore(place, 'write'))

const storedRun = async (store: Store, request: RunRequest): Promise<StoredRun | null> =>
  request.resume === null ? null : findResumable(store, request.resume, request)

type Start = {
  readonly request: RunRequest
  readonly outside: RunOutside
  readonly plan: RunPlan
  readonly threads: Threads
  readonly startedAt: number
}

async function start(request: RunRequest, outside: RunOutside): Promise<RunResult> {
  const startedAt = outside.clock()
  tryModels(request, outside)
  return withThreads(request, async (threads) => {
    const plan = await planRun(request, threads.planPack)
    return startPlanned({ request, outside, plan, threads, startedAt })
  })
}

async function startPlanned({ request, outside, plan, threads, startedAt }: Start): Promise<RunResult> {
  await tryAgents(request, plan, outside)
  const prices = await loadPrices(request.prices)
  await readBaseline(request, { ...comparableOf(request), ...plan.versions })
  const header = {
    request,
    ...versionsOf(plan),
    files: await fileHashes(plan.packs),
    mixed: [],
    planned: plan.trials,
  }
  const ledger = openLedger(plan.catastrophes)
  const sitting = { request, plan, prices, outside, progress: NO_PROGRESS(), ledger, threads }
  await makeFolder(request.out, '--out')
  const store = await openerOf(outside)(request.store)
  try {
    const id = runId(startedAt)
    const run = {
      id,
      startedAt: new Date(startedAt).toISOString(),
      finishedAt: null,
      header: writeHeader(header),
    }
    // Recorded before its first trial: whatever happens, it can be gone on with.
    await store.createRun(run)
    const created = { ...run, writer: null, heartbeat: null }
    return await holding(store, created, outside, (lease) => sit(store, created, { ...sitting, lease }))
  } finally {
    await store.close()
  }
}

const versionsOf = ({ versions, catastrophes }: RunPlan) => ({ versions, catastrophes })

/** The rest of a stored run; of a finished one only what the machinery failed or a damaged store lost, if anything. */
async function goOn(
  store: Store,
  run: StoredRun,
  { request: asked, outside }: { readonly request: RunRequest; readonly outside: RunOutside },
): Promise<RunResult> {
  const header = readStoredHeader(run)
  const request = resumedRequest(header, asked)
  const { judged, voided, faulted } = await store.countTrials(run.id)
  const isWhole = faulted === 0 && judged + voided >= (header.planned ?? 0)
  if (run.finishedAt !== null && isWhole)
    return {
      ...(await writeReports(request, await reportRun(store, run.id, reportPath(request, run.id)))),
      again: true,
    }
  tryModels(request, outside)
  return withThreads(request, async (threads) => {
    const plan = await planRun(request, threads.planPack)
    return goOnPlanned(store, run, { request, outside, plan, threads, header, asked })
  })
}

async function goOnPlanned(
  store: Store,
  run: StoredRun,
  {
    request,
    outside,
    plan,
    threads,
    header,
    asked,
  }: Omit<Start, 'startedAt'> & { readonly header: StoredHeader; readonly asked: RunRequest },
): Promise<RunResult> {
  const prices = await loadPrices(request.prices)
  const ledger = openLedger(plan.catastrophes)
  // Held before it is read: what another process stores in between would be run, and paid for, again.
  return holding(store, run, outside, async (lease) => {
    const current = await markMixed(store, run, { header, plan, force: asked.resume?.force ?? false })
    const progress = await readProgress(store, run.id, {
      trials: plan.trials,
      idAt: trialIds(run.id, { plan, request }),
      count: ledger.add,
      usdOf: usdOf(prices),
    })
    return sit(store, current, { request, plan, prices, outside, progress, ledger, threads, lease })
  })
}

/** Refuses to mix what cannot be compared; where it is wanted all the same, the run says so for ever. */
async function markMixed(
  store: Store,
  run: StoredRun,
  now: { readonly header: StoredHeader; readonly plan: RunPlan; readonly force: boolean },
): Promise<StoredRun> {
  const files = await fileHashes(now.plan.packs)
  const changes = changesSince(now.header, { versions: now.plan.versions, files })
  if (changes.length === 0) return run
  if (!now.force) throw refuseChanged(run.id, changes)
  const mixed = [...new Set([...now.header.mixed, ...changes])]
  const header = writeHeader({ ...now.header, ...versionsOf(now.plan), files, mixed })
  await store.changeHeader(run.id, header)
  return { ...run, header }
}

type Sitting = {
  readonly request: RunRequest
  readonly plan: RunPlan
  readonly prices: Prices
  readonly outside: RunOutside
  readonly progress: Progress
  /** with every trial that is stored already */
  readonly ledger: RunLedger
  readonly threads: Threads
  readonly lease: RunLease
}

/** One process at a time has a run, from taking it to letting it go. */
async function holding<Result>(
  store: Store,
  run: StoredRun,
  { clock }: RunOutside,
  work: (lease: RunLease) => Promise<Result>,
): Promise<Result> {
  const lease = await leaseRun(store, run, clock)
  try {
    return await work(lease)
  } finally {
    await lease.release()
  }
}

/** One process at work on a run that it holds. */
async function sit(store: Store, run: StoredRun, sitting: Sitting): Promise<RunResult> {
  const { request, plan, prices, outside, progress, ledger, threads, lease } = sitting
  const at = outside.clock()
  outside.watch?.({ type: 'run.began', at, run: run.id, trials: plan.trials, stored: progress.done.size })
  const held = leasedStore(store, lease)
  const done = await runTrials(held, ledger, {
    run: run.id,
    request,
    plan,
    outside: { ...outside, signal: AbortSignal.any([outside.signal, lease.lost]) },
    prices,
    usdOf: usdOf(prices),
    progress,
    pool: threads.for({ run: run.id, request, plan, prices, left: plan.trials - progress.done.size }),
  })
  await threads.close()
  await lease.check()
  if (done.stopped === undefined) await held.finishRun(run.id, endOf(run, outside.clock()))
  const about = await aboutStored(store, (await store.run(run.id)) ?? run, reportPath(request, run.id))
  const closed = ledger.close({ ...about, ...done })
  const result = await writeReports(request, closed)
  const because = done.stopped?.because ?? null
  outside.watch?.({ type: 'run.ended', at: outside.clock(), run: run.id, stopped: because })
  return result
}

/** Never before its start, also where the clock was set back meanwhile. */
const endOf = ({ startedAt }: StoredRun, now: number): string =>
  new Date(Math.max(now, Date.parse(startedAt) || now)).toISOString()

/** A provider's own word on money goes before the price table; what nobody knows counts as nothing. */
const usdOf =
  (prices: Prices) =>
  (use: EventOf<'usage.recorded'>): number =>
    use.usd ?? costOf(use.model, use, prices) ?? 0
