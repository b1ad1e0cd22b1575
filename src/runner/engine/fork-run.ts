import type { Store, StoredRun } from '../../storage/store.ts'
import { makeAgent, makeCustomer, makeReader } from '../agents/parties.ts'
import { leasedStore, leaseRun } from '../runs/run-lease.ts'
import { loadPrices } from '../settings/load-prices.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { ForkWish } from '../trial/fork-point.ts'
import type { Swap } from '../trial/word-again.ts'
import { type Decision, decisionsOf, type ForkSource, isDecision, type Unforked } from './forks/decision.ts'
import { type PlayedForks, playForks, type Sampling } from './forks/play-forks.ts'
import { usdBy } from './prepare-run.ts'
import type { RunDeps } from './run-deps.ts'
import { createJournals, pagesByTrial } from './schedule/journal.ts'
import type { TimelessRunEvent } from './schedule/run-event.ts'
import type { StopReason } from './schedule/stop-policy.ts'
import { createStopPolicy } from './schedule/stop-policy.ts'
import { machineTime, watchTime } from './time-watch.ts'
import { boundsOf } from './trial-bounds.ts'

/** What is forked, where, how often and with whom. */
export type ForkRequest = {
  readonly sources: readonly ForkSource[]
  readonly wish: ForkWish
  readonly swaps: (source: ForkSource) => readonly Swap[]
  readonly sampling: Omit<Sampling, 'from'>
  /** samples that are stored do not count: new ones are taken */
  readonly fresh: boolean
  readonly request: RunRequest
  /** each trial with the agent it was played with, or all of them with every agent of the request */
  readonly whose: 'own' | 'all'
}

export type ForkedRun = PlayedForks & { readonly decisions: number; readonly stopped: StopReason | null }

/**
 * Forks trials of a stored run and stores the forks with it. In: an open store, the run, what is asked for. Out: what the
 * forks came to. Asked for again, it plays only what is missing.
 */
export async function forkRun(
  store: Store,
  run: StoredRun,
  asked: ForkRequest,
  deps: RunDeps,
): Promise<ForkedRun> {
  const { request } = asked
  const lease = await leaseRun(store, run, deps.clock)
  const held = leasedStore(store, lease)
  const signal = AbortSignal.any([deps.signal, lease.lost])
  const onRunEvent = (event: TimelessRunEvent): void => deps.onRunEvent?.({ ...event, at: deps.clock() })
  const time = watchTime(deps.time ?? machineTime(deps.clock), (ms) =>
    onRunEvent({ type: 'time.jumped', ms }),
  )
  const agents = await Promise.all(request.agents.map((agent) => makeAgent(agent, deps)))
  try {
    const packs = [...new Set(asked.sources.map(({ pack }) => pack))]
    for (const agent of agents) await agent.prepare?.(packs)
    const prices = await loadPrices(request.prices)
    const usdOf = usdBy(prices)
    const spent = { usd: 0 }
    const policy = createStopPolicy({
      signal,
      budget: request.budget,
      clock: time.now,
      before: { usd: 0, trials: 0 },
      spentBefore: 0,
      usd: () => spent.usd,
    })
    const customer = makeCustomer(request.customer, deps)
    const journals = createJournals({
      run: run.id,
      store: held,
      pages: pagesByTrial(await store.pages(run.id)),
      bounds: boundsOf({ request, deps, signal, usdOf }, time),
      onEvent: (trial, event) => {
        if (event.type === 'usage.recorded') spent.usd += usdOf(event)
        onRunEvent({ type: 'trial.event', trial, event })
      },
      onRestart: (trial, because) => onRunEvent({ type: 'trial.restarted', trial, because }),
      onFailure: policy.fail,
    })
    const found = await allDecisions(asked, { customer, signal })
    const decisions = found.filter(isDecision)
    const played = await playForks(
      decisions,
      { ...asked.sampling, ...(asked.fresh ? { from: await samplesStored(store, run) } : {}) },
      {
        run: run.id,
        store: held,
        agents,
        customer,
        reader: makeReader(request.reader, deps),
        prices,
        rules: deps.rules,
        request,
        journals,
        policy,
        onRunEvent,
        onFork: (done, of) =>
          deps.onProgress({ done, of, judged: done, voided: 0, faulted: 0, perSecond: 0 }),
      },
    )
    const unforked = [...found.filter((one): one is Unforked => !isDecision(one)), ...played.unforked]
    return { ...played, unforked, decisions: decisions.length, stopped: policy.stopped() }
  } finally {
    time.close()
    for (const agent of agents) await agent.finish?.()
    await lease.release()
  }
}

async function allDecisions(
  { sources, wish, swaps, whose, request }: ForkRequest,
  with_: {
    readonly customer: ReturnType<typeof makeCustomer>
    readonly signal: AbortSignal
  },
): Promise<readonly (Decision | Unforked)[]> {
  const all: (Decision | Unforked)[] = []
  for (const source of sources)
    for (const [agent, { id }] of request.agents.entries())
      if (whose === 'all' || id === source.started.agent)
        all.push(...(await decisionsOf(source, { wish, agent, swaps: swaps(source), ...with_ })))
  return all
}

/** A number no stored sample has. */
async function samplesStored(store: Store, run: StoredRun): Promise<number> {
  let next = 0
  for await (const { sample } of store.forks(run.id)) next = Math.max(next, sample + 1)
  return next
}
