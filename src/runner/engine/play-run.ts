import type { RunResult } from '../../report/result/run-result.ts'
import { makeAgent } from '../agents/parties.ts'
import { forkOwnTrials } from './fork-own.ts'
import { openParties } from './open-parties.ts'
import type { RunSession } from './prepare-run.ts'
import type { Progress } from './resume-run.ts'
import type { RunProgress } from './run-deps.ts'
import { createJournals, type Journals, pagesByTrial } from './schedule/journal.ts'
import type { TimelessRunEvent } from './schedule/run-event.ts'
import { schedule } from './schedule/schedule.ts'
import { createStopPolicy, type StopPolicy } from './schedule/stop-policy.ts'
import { type Counts, createTrialWriter } from './schedule/trial-writer.ts'
import { machineTime, watchTime } from './time-watch.ts'
import { boundsOf } from './trial-bounds.ts'

/** What a session came to: why it stopped early, if it did. Its trials are in the ledger and in the store. */
export type SessionEnd = {
  readonly stopped?: Exclude<RunResult['stopped'], undefined>
  readonly restarted: number
  readonly wallMs: number
}

/** How long a scored trial may wait to be stored while all lanes wait for slow parties: the studio watches the store. */
const SAVE_MS = 1000

/** Plays every trial of a prepared run that is left. */
export async function playRun(session: RunSession): Promise<SessionEnd> {
  const { run, request, plan, deps, progress } = session
  const onRunEvent = (event: TimelessRunEvent): void => deps.onRunEvent?.({ ...event, at: deps.clock() })
  const time = watchTime(deps.time ?? machineTime(deps.clock), (ms) =>
    onRunEvent({ type: 'time.jumped', ms }),
  )
  const clock = time.now
  const startedAt = clock()
  const spent = { usd: 0, restarted: 0 }
  const writer = createTrialWriter(session.store, session.ledger, progress.counts)
  const policy = createStopPolicy({
    signal: session.signal,
    budget: request.budget,
    clock,
    before: progress.paid,
    spentBefore: progress.usd,
    usd: () => spent.usd,
  })
  const onProgress = (): void =>
    deps.onProgress(progressOf(writer.counts(), { session, ms: clock() - startedAt }))
  const left = { [Symbol.iterator]: () => leftOf(session) }
  const journalsWith = (pages: Progress['pages']) =>
    createJournals({
      run: run.id,
      store: session.store,
      pages,
      bounds: boundsOf(session, time),
      onEvent: (trial, event) => {
        if (event.type === 'usage.recorded') spent.usd += session.usdOf(event)
        onRunEvent({ type: 'trial.event', trial, event })
      },
      onRestart: (trial, because) => {
        spent.restarted += 1
        onRunEvent({ type: 'trial.restarted', trial, because })
      },
      onFailure: policy.fail,
    })
  const journals = journalsWith(progress.pages)
  const saving = setInterval(() => {
    onProgress()
    writer.save().catch(policy.fail)
  }, SAVE_MS)
  try {
    const parties = await openParties(session)
    try {
      const { trialDeps } = parties
      await schedule({
        request,
        plan,
        left,
        trialDeps,
        journals,
        policy,
        writer,
        clock,
        onProgress,
        onRunEvent,
      })
    } finally {
      await parties.close()
    }
  } finally {
    clearInterval(saving)
    time.close()
  }
  await writer.save().catch(policy.fail)
  const unforked = await forksLeft(session, { policy, onRunEvent, journalsWith })
  const stopped = policy.stopped()
  onProgress()
  const missing = plan.trials - sumOf(writer.counts())
  const undone = missing + unforked
  const because = stopped ?? (unforked > 0 ? 'faults' : null)
  return {
    ...(because === null || undone === 0 ? {} : { stopped: { because, left: undone } }),
    restarted: spent.restarted,
    wallMs: clock() - startedAt,
  }
}

/** Forks come after all trials: which decisions there are is known only then. */
async function forksLeft(
  session: RunSession,
  {
    policy,
    onRunEvent,
    journalsWith,
  }: {
    readonly policy: StopPolicy
    readonly onRunEvent: (event: TimelessRunEvent) => void
    readonly journalsWith: (pages: Progress['pages']) => Journals
  },
): Promise<number> {
  const { request, plan, deps, store, run } = session
  if (request.forks === null) return 0
  const agents = await Promise.all(request.agents.map((agent) => makeAgent(agent, deps)))
  try {
    for (const agent of agents) await agent.prepare?.(plan.packs.map(({ pack }) => pack))
    const pages = pagesByTrial(await store.pages(run.id))
    return await forkOwnTrials(session, { agents, journals: journalsWith(pages), policy, onRunEvent })
  } finally {
    for (const agent of agents) await agent.finish?.()
  }
}

function* leftOf({ plan, progress }: RunSession): Generator<number> {
  for (let index = 0; index < plan.trials; index += 1) if (!progress.done.has(index)) yield index
}

const sumOf = ({ judged, voided, faulted }: Counts): number => judged + voided + faulted

function progressOf(
  counts: Counts,
  { session, ms }: { readonly session: Pick<RunSession, 'plan' | 'progress'>; readonly ms: number },
): RunProgress {
  const done = sumOf(counts)
  const perSecond = (done - session.progress.done.size) / Math.max(0.001, ms / 1000)
  return { ...counts, done, of: session.plan.trials, perSecond }
}
