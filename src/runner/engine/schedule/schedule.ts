import { setImmediate as nextTick, setImmediate as nextTurn } from 'node:timers/promises'
import { assert } from '../../../base/assert.ts'
import { StoppedTalk } from '../../../conversation/protocol/stopped.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { attemptTrial, type ScoredTrial, type TrialDeps } from '../../trial/attempt-trial.ts'
import { paidParties } from '../../trial/paid-parties.ts'
import type { PlannedTrial } from '../../trial/plan-trials.ts'
import { trialId } from '../../trial/trial-id.ts'
import type { DurableJournal } from '../../trial/trial-journal.ts'
import type { Journals } from './journal.ts'
import { type TimelessRunEvent, trialEnded } from './run-event.ts'
import type { RunPlan } from './run-plan.ts'
import type { StopPolicy } from './stop-policy.ts'
import type { TrialWriter } from './trial-writer.ts'

/**
 * Many trials at once, in this process. In: which trials are left, and what each is played with. Out: scored trials, in the
 * writer. It must not know parties, packs or files.
 */
export type Schedule = {
  readonly request: Pick<RunRequest, 'agents' | 'customer' | 'reader' | 'judges' | 'concurrency' | 'budget'>
  readonly plan: Pick<RunPlan, 'at'>
  readonly left: Iterable<number>
  readonly trialDeps: TrialDeps
  readonly journals: Journals
  readonly policy: StopPolicy
  readonly writer: TrialWriter
  readonly clock: () => number
  readonly onProgress: () => void
  readonly onRunEvent: (event: TimelessRunEvent) => void
}

/** The event loop is yielded to at least this often, so that Ctrl-C and the progress line work. */
const YIELD_MS = 50

/** Plays every trial that is left. Faulted trials are retried once at the end, when the provider may have recovered. */
export async function schedule(run: Schedule): Promise<void> {
  const queue = run.left[Symbol.iterator]()
  const postponed: number[] = []
  const first = { postpone: (index: number) => void postponed.push(index), pause: pausing(run) }
  // A budget cannot be kept before one trial has shown what trials cost. Trials of built-in parties show nothing.
  if (run.request.budget.usd !== null) await lane(run, untilOneCosts(run, queue), first)
  await lanes(run, queue, first)
  await lanes(run, postponed[Symbol.iterator](), { ...first, postpone: null })
}

type Round = {
  /** retries a faulted trial later; null: it is stored as faulted */
  readonly postpone: ((index: number) => void) | null
  readonly pause: () => Promise<void>
}

const lanes = (run: Schedule, indexes: Iterator<number>, round: Round): Promise<void> =>
  playLanes(Math.max(1, run.request.concurrency), () => lane(run, indexes, round))

function* untilOneCosts({ plan, request }: Schedule, queue: Iterator<number>): Generator<number> {
  for (let next = queue.next(); next.done !== true; next = queue.next()) {
    yield next.value
    if (paidParties(request, plan.at(next.value).agent) !== null) return
  }
}

function pausing({ clock, onProgress }: Schedule): () => Promise<void> {
  let pausedAt = clock()
  return async () => {
    const now = clock()
    if (now - pausedAt < YIELD_MS) return
    pausedAt = now
    onProgress()
    await nextTick()
  }
}

async function lane(run: Schedule, indexes: Iterator<number>, round: Round): Promise<void> {
  while (run.policy.mayBegin()) {
    const next = indexes.next()
    if (next.done === true) return
    try {
      await oneTrial(run, next.value, round)
      await round.pause()
    } catch (error) {
      // After Stopped the run is over and says why. Any other error is not this trial's: the store's, or a bug of ours.
      if (!(error instanceof StoppedTalk)) run.policy.fail(error)
    }
  }
}

async function oneTrial(run: Schedule, index: number, { postpone }: Round): Promise<void> {
  const planned = run.plan.at(index)
  const paid = paidParties(run.request, planned.agent)
  if (paid === null) return finish(run, await attemptTrial(planned, run.trialDeps))
  let usd: number | null = null
  run.policy.began()
  try {
    const scored = await attemptPaid(run, planned, paid)
    const { score, uses } = scored.facts
    if (score.state === 'faulted') run.policy.faulted()
    else usd = uses.reduce((sum, use) => sum + (use.usd ?? 0), 0)
    if (score.state === 'faulted' && postpone !== null) {
      postpone(index)
      const because = score.problems[0] ?? 'machinery'
      run.onRunEvent({ type: 'trial.postponed', trial: scored.trial, because })
    } else await finish(run, scored)
  } finally {
    run.policy.ended(usd === null ? null : { usd })
  }
}

function attemptPaid(
  { request, trialDeps, journals, onRunEvent }: Schedule,
  planned: PlannedTrial,
  paid: DurableJournal['durableBefore'],
): Promise<ScoredTrial> {
  const agent = request.agents[planned.agent]?.id
  assert(agent !== undefined, `the plan has an agent ${planned.agent}`)
  const trial = trialId(trialDeps.run, agent, planned)
  const journal = journals.of(trial, paid)
  onRunEvent({ type: 'trial.began', trial, agent, resumed: journal.recorded !== null })
  return attemptTrial(planned, trialDeps, journal)
}

async function finish(
  { writer, journals, onRunEvent }: Pick<Schedule, 'writer' | 'journals' | 'onRunEvent'>,
  scored: ScoredTrial,
): Promise<void> {
  await writer.take(scored)
  onRunEvent(trialEnded(scored))
  const pages = journals.close(scored.trial)
  if (scored.facts.score.state !== 'faulted' || pages.length === 0) return
  // Storing a trial deletes its pages. A faulted one gets them back, so that a later session resumes it from there.
  await writer.save()
  await journals.rewrite(pages)
}

/** Lanes begun in one turn of the event loop. */
const A_TURN = 16

/**
 * Begins so many lanes, a few in each turn of the event loop, and waits for all. If a thousand began in one turn, the first call
 * would go out when the last conversation is prepared, and all of them would go on in step, waiting for each other.
 */
export async function playLanes(count: number, lane: () => Promise<void>): Promise<void> {
  const begun: Promise<void>[] = []
  while (begun.length < count) {
    if (begun.length > 0 && begun.length % A_TURN === 0) await nextTurn()
    begun.push(lane())
  }
  await Promise.all(begun)
}
