import { costOf, type Prices } from '../../metrics/prices.ts'
import { isStoreThere, openStore } from '../../storage/open/open-store.ts'
import type { Store, StoredRun } from '../../storage/store.ts'
import type { EventOf } from '../../transcript/event.ts'
import { agentFiles } from '../agents/agent-files.ts'
import { makeFolder } from '../files/make-folder.ts'
import { resolveFailed } from '../runs/failed-cases.ts'
import { readBaseline } from '../runs/read-baseline.ts'
import { readGates } from '../runs/read-gates.ts'
import { comparableOf, readRunHeader, writeRunHeader } from '../runs/run-header.ts'
import { leasedStore, leaseRun, type RunLease } from '../runs/run-lease.ts'
import { createLedger, type RunLedger } from '../runs/run-ledger.ts'
import { loadPrices } from '../settings/load-prices.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { Cleanup } from './cleanup.ts'
import { fileHashes } from './file-hashes.ts'
import { consent } from './resume-imported.ts'
import {
  changesSince,
  findResumable,
  isComplete,
  NO_PROGRESS,
  type Progress,
  readProgress,
  refuseChanged,
  resumedRequest,
  sessionOf,
} from './resume-run.ts'
import type { RunDeps } from './run-deps.ts'
import { runId } from './run-id.ts'
import { planRun, type RunPlan } from './schedule/run-plan.ts'
import { tryAgents, tryModels } from './try-parties.ts'

/** One process at work on a run that it holds: a new one, or the rest of a stored one. */
export type RunSession = {
  readonly kind: 'open'
  readonly run: StoredRun
  readonly request: RunRequest
  readonly plan: RunPlan
  readonly prices: Prices
  readonly usdOf: (use: EventOf<'usage.recorded'>) => number
  readonly deps: RunDeps
  /** writes nothing once another process has taken over the run */
  readonly store: Store
  readonly lease: RunLease
  /** aborted: the user stops the run, or another process has taken it over */
  readonly signal: AbortSignal
  readonly progress: Progress
  /** holds every trial that is stored already */
  readonly ledger: RunLedger
}

/** A run that was finished before: there is nothing to play. */
export type FinishedRun = {
  readonly kind: 'finished'
  readonly run: StoredRun
  readonly request: RunRequest
  readonly store: Store
}

/**
 * Everything before the first trial of a session. Starting and resuming differ in one thing: a new run has no stored
 * run, so it is checked first and created last. Nothing is written before all that can be wrong was checked.
 */
export async function prepareRun(
  asked: RunRequest,
  deps: RunDeps,
  cleanup: Cleanup,
): Promise<RunSession | FinishedRun> {
  readGates(asked.gates, { mayGate: () => true, own: deps.metrics ?? [] })
  const resumed = await findRun(asked, deps, cleanup)
  if (resumed !== null && (await isComplete(resumed.store, resumed.run)))
    return {
      kind: 'finished',
      request: { ...readRunHeader(resumed.run).request, ...sessionOf(asked) },
      ...resumed,
    }
  const request = resumed === null ? await resolveFailed(asked) : resumedRequest(resumed.run, asked)
  if (resumed !== null && resumed.run.imported !== null) await consent(resumed.run.id, request, deps)
  const startedAt = deps.clock()
  tryModels(request, deps)
  const plan = await planRun(request, deps)
  if (resumed === null) await checkNew(request, plan, deps)
  const prices = await loadPrices(request.prices)
  const { store, run: stored } = resumed ?? (await createRun(request, { plan, startedAt, deps }, cleanup))
  const lease = await leaseRun(store, stored, deps.clock)
  cleanup.add(lease.release)
  // The run is held before it is read. Trials that another process stores in between would be played, and paid for, again.
  const run = resumed === null ? stored : await markMixed(store, stored, { plan, force: isForced(asked) })
  const ledger = createLedger(plan.catastrophes, deps.metrics)
  const usdOf = usdBy(prices)
  const progress =
    resumed === null
      ? NO_PROGRESS
      : await readProgress(store, run.id, { plan, agents: request.agents, count: ledger.add, usdOf })
  return {
    kind: 'open',
    run,
    request,
    plan,
    prices,
    usdOf,
    deps,
    store: leasedStore(store, lease),
    lease,
    signal: AbortSignal.any([deps.signal, lease.lost]),
    progress,
    ledger,
  }
}

const openToWrite = (place: string, deps: RunDeps): Promise<Store> =>
  deps.openStore === undefined ? openStore(place, 'write') : deps.openStore(place)

export type Stored = { readonly store: Store; readonly run: StoredRun }

/** The stored run to resume; null: none is asked for, or there is none, so a new one is started. */
async function findRun(request: RunRequest, deps: RunDeps, cleanup: Cleanup): Promise<Stored | null> {
  if (request.resume === null || !(await isStoreThere(request.store))) return null
  const store = await openToWrite(request.store, deps)
  const run = await findResumable(store, request.resume, request).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  if (run === null) {
    await store.close()
    return null
  }
  cleanup.add(store.close)
  return { store, run }
}

/** What can be wrong with a new run, besides what planning it has shown. */
async function checkNew(request: RunRequest, plan: RunPlan, deps: RunDeps): Promise<void> {
  await tryAgents(request, plan, deps)
  await readBaseline(request, { ...comparableOf(request), ...plan.versions, contested: plan.contested })
}

/** Stored before its first trial, so that it can be resumed whatever happens. */
export async function createRun(
  request: RunRequest,
  { plan, startedAt, deps }: { readonly plan: RunPlan; readonly startedAt: number; readonly deps: RunDeps },
  cleanup: Pick<Cleanup, 'add'>,
): Promise<Stored> {
  const files = await fileHashes(plan.packs)
  const ofAgents = await agentFiles(request.agents, deps.kinds)
  const { versions, catastrophes, contested, trials: planned } = plan
  await makeFolder(request.out, '--out')
  const store = await openToWrite(request.store, deps)
  cleanup.add(store.close)
  const run = {
    id: runId(startedAt),
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: null,
    header: writeRunHeader({
      request,
      versions,
      catastrophes,
      contested,
      files,
      ...(Object.keys(ofAgents).length === 0 ? {} : { agentFiles: ofAgents }),
      mixed: [],
      planned,
    }),
  }
  await store.createRun(run)
  return { store, run: { ...run, writer: null, heartbeat: null, imported: null } }
}

const isForced = ({ resume }: RunRequest): boolean => resume?.force ?? false

/** Refuses to mix what cannot be compared. With --force the run is resumed all the same, and marked for ever. */
export async function markMixed(
  store: Store,
  run: StoredRun,
  { plan, force }: { readonly plan: RunPlan; readonly force: boolean },
): Promise<StoredRun> {
  const before = readRunHeader(run)
  const { versions, catastrophes, contested } = plan
  const files = await fileHashes(plan.packs)
  const changes = changesSince(before, { versions, contested, files })
  if (changes.length === 0) return run
  if (!force) throw refuseChanged(run.id, changes)
  const mixed = [...new Set([...before.mixed, ...changes])]
  const header = writeRunHeader({ ...before, versions, catastrophes, contested, files, mixed })
  await store.changeHeader(run.id, header)
  return { ...run, header }
}

/** The cost a provider reports comes before the price table; an unknown cost counts as nothing. */
export const usdBy =
  (prices: Prices): RunSession['usdOf'] =>
  (use) =>
    use.usd ?? costOf(use.model, use, prices) ?? 0
