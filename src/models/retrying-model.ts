import type { CallQueue, Timing } from './call-queue.ts'
import type { ChatReply, ChatRequest, ModelWatch, ToolModel, ToolReply, ToolRequest } from './chat-model.ts'
import { FAILURES, type FailureCode } from './failure-codes.ts'
import { ModelFailed } from './model-failed.ts'
import { afterFailure, pauseFor, type RetryPolicy } from './retry-policy.ts'

/** What a provider is asked, with or without tools. */
export type ModelAsk = ToolRequest & Pick<ChatRequest, 'schema'>

/** One answer of a provider, beside what the reply itself says. */
export type ModelAnswer = {
  readonly reply: ToolReply
  /** what the provider says it charged */
  readonly usd: number | null
  /** the provider's headers say that no further call will be taken for so long */
  readonly quietMs: number
}

/** A provider's model without any policy: one try, and ModelFailed where it went wrong. */
export type BareModel = {
  readonly id: string
  readonly ask: (request: ModelAsk) => Promise<ModelAnswer>
}

export type RetryingParts = {
  readonly queue: CallQueue
  readonly timing: Timing
  readonly policy: RetryPolicy
  /** a draw from 0 to 1, for jitter; it decides no result */
  readonly chance: () => number
  readonly watch: ModelWatch
  /** the provider asked for a pause, and this is how long all its calls wait */
  readonly onPause: (pause: { readonly ms: number; readonly askedMs: number }) => void
}

/** Wraps a provider's model in retries, timeouts and the provider's queue, and tells the watch what it came to. */
export function retryingModel(bare: BareModel, parts: RetryingParts): ToolModel {
  const step = (request: ModelAsk): Promise<ToolReply> => askUntil(bare, request, parts)
  return {
    id: bare.id,
    step,
    complete: async (request: ChatRequest): Promise<ChatReply> => {
      const { text, usage } = await step({ ...request, tools: [] })
      return { text, usage }
    },
  }
}

async function askUntil(bare: BareModel, request: ModelAsk, parts: RetryingParts): Promise<ToolReply> {
  const causes = new Map<FailureCode, number>()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(bare, request, parts)
    } catch (error) {
      if (!(error instanceof ModelFailed)) throw error
      const { code } = error.failure
      // One timeout after two other failures is the first timeout.
      const ofCause = (causes.get(code) ?? 0) + 1
      causes.set(code, ofCause)
      const soFar = { attempt, ofCause, chance: parts.chance(), reached: parts.queue.reached }
      const next = afterFailure(error.failure, soFar, parts.policy)
      if (next.do === 'give-up' || request.signal?.aborted) throw error
      parts.watch.retried({ code: error.failure.code, waitedMs: Math.round(next.waitMs) })
      await sleep(next.waitMs, request.signal, parts.timing)
    }
  }
}

/** One try: through the queue, under the clock, booked. */
async function askOnce(
  bare: BareModel,
  { signal, ...asked }: ModelAsk,
  parts: RetryingParts,
): Promise<ToolReply> {
  const { queue, timing, policy, watch } = parts
  await queue.enter(signal).catch(() => {
    throw stopped(bare.id)
  })
  const beganAt = timing.now()
  const clock = openCallClock(signal, policy.timeoutMs, timing)
  try {
    const { reply, usd, quietMs } = await bare.ask({ ...asked, signal: clock.signal })
    if (new Set(reply.calls.map((call) => JSON.stringify(call))).size < reply.calls.length)
      throw doubled(bare.id)
    queue.leave({ went: 'well', pauseMs: quietMs, beganAt, reached: true })
    if (quietMs > 0) parts.onPause({ ms: quietMs, askedMs: quietMs })
    const tookMs = Math.max(0, timing.now() - beganAt)
    watch.used({ model: bare.id, usage: reply.usage, tookMs, usd, stopped: reply.stopped })
    return reply
  } catch (error) {
    const known = failureBy(clock.stoppedBy(), bare.id, policy) ?? error
    const crowded = known instanceof ModelFailed && FAILURES[known.failure.code].crowded
    const askedMs = crowded ? known.failure.retryAfterMs : null
    const pauseMs = pauseFor(askedMs, policy) ?? 0
    if (askedMs !== null) parts.onPause({ ms: pauseMs, askedMs })
    const reached = known instanceof ModelFailed && known.failure.status !== null
    queue.leave({ went: crowded ? 'crowded' : 'otherwise', pauseMs, beganAt, reached })
    throw known
  } finally {
    clock.close()
  }
}

/** One call under its caller's signal and under time: whichever comes first stops it. Must be closed. */
type CallClock = {
  readonly signal: AbortSignal
  readonly stoppedBy: () => 'signal' | 'time' | null
  readonly close: () => void
}

function openCallClock(outer: AbortSignal | undefined, ms: number, timing: Timing): CallClock {
  const controller = new AbortController()
  let late = false
  const end = (): void => controller.abort(outer?.reason)
  if (outer?.aborted) end()
  else outer?.addEventListener('abort', end, { once: true })
  const callOff = timing.after(ms, () => {
    late = true
    end()
  })
  return {
    signal: controller.signal,
    stoppedBy: () => (late ? 'time' : outer?.aborted ? 'signal' : null),
    close: () => {
      callOff()
      outer?.removeEventListener('abort', end)
    },
  }
}

/** A call that was stopped failed for that reason, whatever its model says. */
function failureBy(
  by: 'signal' | 'time' | null,
  model: string,
  { timeoutMs }: RetryPolicy,
): ModelFailed | undefined {
  if (by !== 'time') return by === null ? undefined : stopped(model)
  return new ModelFailed(
    { code: 'timed-out', status: null, retryAfterMs: null },
    `${model} gave no answer within ${Math.round(timeoutMs / 1000)} s.`,
  )
}

/** Something on the way sent a part of the answer twice, and it is JSON all the same: each call has an id of its own. */
const doubled = (model: string): ModelFailed =>
  new ModelFailed(
    { code: 'unreadable-answer', status: 200, retryAfterMs: null },
    `${model}: unreadable-answer (its answer holds the same call twice)`,
  )

const stopped = (model: string): ModelFailed =>
  new ModelFailed(
    { code: 'stopped', status: null, retryAfterMs: null },
    `The call of ${model} was cancelled.`,
  )

/** Waits; called off, it returns at once, and the next try finds the signal aborted. */
function sleep(ms: number, signal: AbortSignal | undefined, timing: Timing): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      callOff()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const callOff = timing.after(ms, done)
    signal?.addEventListener('abort', done, { once: true })
  })
}
