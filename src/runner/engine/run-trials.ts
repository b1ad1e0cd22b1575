import type { TalkLimits } from '../../conversation/protocol/limits.ts'
import type { Prices } from '../../metrics/prices.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import type { Store } from '../../storage/store.ts'
import type { EventOf } from '../../transcript/event.ts'
import { makeAgent, makeCustomer, makeRecogniser, type RunAgent } from '../agents/parties.ts'
import { isModelJudge } from '../judges/judge-kinds.ts'
import { openTrialJudge } from '../judges/judge-performed.ts'
import type { RunLedger } from '../runs/run-ledger.ts'
import type { RunRequest, TrialLimits } from '../settings/run-request.ts'
import { openPerformer, trialId } from '../trial/attempt-trial.ts'
import type { PlannedTrial } from '../trial/plan-trials.ts'
import type { Progress } from './resume-run.ts'
import type { RunOutside } from './run-deps.ts'
import { openPageWriter } from './schedule/page-commit.ts'
import type { RunPlan } from './schedule/run-plan.ts'
import { type Batch, workThrough } from './schedule/schedule.ts'
import { openPace } from './schedule/stop-policy.ts'
import { type Counts, openSink } from './schedule/trial-writer.ts'
import { steadyClock } from './steady-clock.ts'
import { workInThreads } from './threads/thread-lanes.ts'
import type { WorkerPool } from './threads/worker-pool.ts'

/** All trials of a run that are left. In: plan, request, how far it had got. Out: counted trials, and why it stopped. */
export type RunTrials = {
  readonly run: string
  readonly request: RunRequest
  readonly plan: RunPlan
  readonly prices: Prices
  readonly usdOf: (use: EventOf<'usage.recorded'>) => number
  readonly outside: RunOutside
  readonly progress: Progress
  /** threads for trials nobody has to wait for; null: everything runs here */
  readonly pool: WorkerPool | null
}

export type TrialsDone = {
  readonly stopped?: Exclude<RunResult['stopped'], undefined>
  readonly restarted: number
  readonly wallMs: number
}

/** How long a finished trial may wait to be stored while all others wait for somebody slow: people watch the store. */
const SAVE_MS = 1000

/** Without a limit of its own a conversation with somebody who never answers would never end. */
const CAREFUL_SECONDS_MAX = 900

export async function runTrials(store: Store, ledger: RunLedger, trials: RunTrials): Promise<TrialsDone> {
  const { run, request, plan, outside, progress } = trials
  const clock = steadyClock(outside.clock)
  const startedAt = clock()
  const sink = openSink(store, ledger, progress.counts)
  const spent = { usd: 0, restarted: 0 }
  const { signal } = outside
  const pace = openPace({
    signal,
    budget: request.budget,
    clock,
    before: progress.paid,
    spentBefore: progress.usd,
    usd: () => spent.usd,
  })
  const onProgress = (): void =>
    outside.onProgress(progressOf(sink.counts(), { plan, progress, ms: clock() - startedAt }))
  const common = { left: { [Symbol.iterator]: () => leftOf(trials) }, plan, sink, pace, onProgress }
  const tell = (happening: Parameters<Batch['tell']>[0]): void =>
    outside.watch?.({ ...happening, at: outside.clock() })
  const inThisProcess = (): Promise<void> => {
    const surroundings = surroundingsOf(store, trials, { clock, spent })
    return withParties(trials, (parties) =>
      workThrough({
        ...common,
        run,
        request,
        perform: openPerformer({
          ...trials,
          ...parties,
          traffic: plan.traffic,
          judge: openTrialJudge({ ...request, run, models: outside.models, clock: outside.clock }),
          onEvent: surroundings.onEvent,
        }),
        store,
        carefulOf: (planned) => carefulOf(request, planned),
        surroundings,
        pages: progress.pages,
        idOf: (planned) => idOf(run, request, planned),
        clock,
        tell,
      }),
    )
  }
  const saving = setInterval(() => {
    onProgress()
    sink.save().catch(pace.fail)
  }, SAVE_MS)
  try {
    await (trials.pool === null ? inThisProcess() : workInThreads(trials.pool, { ...common, tell }))
  } finally {
    clearInterval(saving)
  }
  await sink.save().catch(pace.fail)
  const stopped = pace.stopped()
  onProgress()
  const left = plan.trials - sumOf(sink.counts())
  return {
    ...(stopped === null || left === 0 ? {} : { stopped: { because: stopped, left } }),
    restarted: spent.restarted,
    wallMs: clock() - startedAt,
  }
}

/** Parties are made once a run, told when it begins, and let go when it ends, however it ends. */
async function withParties<T>(
  { request, plan, outside }: RunTrials,
  work: (
    parties: Pick<Parameters<typeof openPerformer>[0], 'agents' | 'customer' | 'recogniser'>,
  ) => Promise<T>,
): Promise<T> {
  const agents: RunAgent[] = []
  try {
    for (const agent of request.agents) agents.push(await makeAgent(agent, outside))
    for (const agent of agents) await agent.prepare?.(plan.packs.map(({ pack }) => pack))
    const customer = makeCustomer(request.customer, outside)
    return await work({ agents, customer, ...makeRecogniser(request.recogniser, outside) })
  } finally {
    for (const agent of agents) await agent.finish?.()
  }
}

function* leftOf({ plan, progress }: RunTrials): Generator<number> {
  for (let index = 0; index < plan.trials; index += 1) if (!progress.done.has(index)) yield index
}

function carefulOf({ agents, customer, recogniser, judges }: RunRequest, { agent }: PlannedTrial) {
  const labels = recogniser !== 'lexical' && agents[agent]?.protocol === 'observed'
  const careful = {
    agent: labels || agents[agent]?.kind !== 'reference',
    customer: labels || customer !== 'scripted',
  }
  const isPaidFor = careful.agent || careful.customer || judges.some(isModelJudge)
  return isPaidFor ? careful : null
}

function surroundingsOf(
  store: Store,
  { run, request, usdOf, outside }: RunTrials,
  { clock, spent }: { readonly clock: () => number; readonly spent: { usd: number; restarted: number } },
): Parameters<typeof workThrough>[0]['surroundings'] {
  const pages = openPageWriter(store)
  return {
    signal: outside.signal,
    limits: talkLimits(request.limits),
    usdOf,
    clock,
    after: outside.after ?? after,
    writePage: pages.write,
    dropPages: (trial) => store.dropPages(run, trial),
    onRestart: (trial, because) => {
      spent.restarted += 1
      outside.watch?.({ type: 'trial.restarted', at: outside.clock(), trial, because })
    },
    onEvent: (trial, event) => {
      if (event.type === 'usage.recorded') spent.usd += usdOf(event)
      outside.watch?.({ type: 'trial.event', at: outside.clock(), trial, event })
    },
  }
}

const talkLimits = ({ turns, toolCalls, tokens, seconds, usd }: TrialLimits): Partial<TalkLimits> => ({
  ...(turns === null ? {} : { turnsMax: turns }),
  ...(toolCalls === null ? {} : { toolCallsMax: toolCalls }),
  ...(tokens === null ? {} : { tokensMax: tokens }),
  ...(usd === null ? {} : { usdMax: usd }),
  secondsMax: seconds ?? CAREFUL_SECONDS_MAX,
})

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export const trialIds =
  (run: string, { plan, request }: Pick<RunTrials, 'plan' | 'request'>) =>
  (index: number): string =>
    idOf(run, request, plan.at(index))

const idOf = (run: string, { agents }: RunRequest, planned: PlannedTrial): string =>
  trialId(run, agents[planned.agent]?.id ?? '', planned)

const sumOf = ({ judged, voided, faulted }: Counts): number => judged + voided + faulted

function progressOf(
  counts: Counts,
  { plan, progress, ms }: { readonly plan: RunPlan; readonly progress: Progress; readonly ms: number },
) {
  const done = sumOf(counts)
  const perSecond = (done - progress.done.size) / Math.max(0.001, ms / 1000)
  return { ...counts, done, of: plan.trials, perSecond }
}
