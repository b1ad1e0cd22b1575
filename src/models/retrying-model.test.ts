import { describe, expect, test } from 'vitest'
import { handTiming } from '../../test/support/models/timing.ts'
import { CallQueue } from './call-queue.ts'
import type { ModelWatch, ToolReply } from './chat-model.ts'
import type { FailureCode } from './failure-codes.ts'
import { ModelFailed } from './model-failed.ts'
import { DEFAULT_RETRY_POLICY } from './retry-policy.ts'
import { type BareModel, retryingModel } from './retrying-model.ts'

const USAGE = { inputTokens: 7, outputTokens: 3, cachedTokens: 2, reasoningTokens: 1 }
const REPLY: ToolReply = { text: 'yes', calls: [], stopped: 'stop', usage: USAGE }
const REQUEST = { system: '', messages: [], tools: [] }
const fails = (code: FailureCode, retryAfterMs: number | null = null) =>
  new ModelFailed({ code, status: null, retryAfterMs }, code)

/** A model that does what its list says, one entry a try. */
function setUp(...tries: readonly (ModelFailed | ToolReply | 'hang')[]) {
  const timing = handTiming()
  const queue = new CallQueue(timing)
  const seen: string[] = []
  let asked = 0
  const bare: BareModel = {
    id: 'mine:small',
    ask: async ({ signal }) => {
      const next = tries[Math.min(asked++, tries.length - 1)] ?? 'hang'
      if (next === 'hang')
        return new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new TypeError('aborted'))),
        )
      await timing.sleep(40)
      if (next instanceof ModelFailed) throw next
      return { reply: next, usd: 0.25, quietMs: 0 }
    },
  }
  const watch: ModelWatch = {
    used: ({ model, usage, tookMs, usd, stopped }) =>
      seen.push(
        `used ${model} ${usage.inputTokens}+${usage.outputTokens} in ${tookMs} ms for ${usd}, ${stopped}`,
      ),
    retried: ({ code, waitedMs }) => seen.push(`retried ${code} after ${waitedMs} ms`),
  }
  const model = retryingModel(bare, {
    queue,
    timing,
    policy: DEFAULT_RETRY_POLICY,
    chance: () => 0,
    watch,
    onPause: () => undefined,
  })
  return { model, timing, seen, queue, asked: () => asked }
}

/** Starts, lets time pass, and says how it ended. */
async function outcome(going: Promise<ToolReply>, pass: () => Promise<void>): Promise<string> {
  const ended = going.then(
    ({ text }) => text,
    (error: unknown) => (error instanceof ModelFailed ? error.code : `threw ${String(error)}`),
  )
  await pass()
  return ended
}

describe('a patient model', () => {
  test('tells what a call came to, without the waiting', async () => {
    const { model, timing, seen } = setUp(fails('rate-limited', 3_000), REPLY)
    expect(await outcome(model.step(REQUEST), timing.untilIdle)).toBe('yes')
    expect(seen).toEqual([
      'retried rate-limited after 3000 ms',
      'used mine:small 7+3 in 40 ms for 0.25, stop',
    ])
  })

  test('a provider that is down for a minute is waited for', async () => {
    const down = Array.from({ length: 8 }, () => fails('unreachable'))
    const { model, timing, asked } = setUp(REPLY, ...down, REPLY)
    expect(await outcome(model.step(REQUEST), timing.untilIdle)).toBe('yes')
    expect(await outcome(model.step(REQUEST), timing.untilIdle)).toBe('yes')
    expect(asked()).toBe(10)
  })

  test('a model that never answers is given up after three timeouts', async () => {
    const { model, timing, seen } = setUp('hang')
    expect(await outcome(model.step(REQUEST), timing.untilIdle)).toBe('timed-out')
    expect(seen).toHaveLength(2)
    expect(timing.now()).toBeGreaterThan(3 * DEFAULT_RETRY_POLICY.timeoutMs)
  })

  test.each(['key-refused', 'model-refused', 'context-too-long'] as const)('%s is final', async (code) => {
    const { model, timing, asked } = setUp(fails(code))
    expect(await outcome(model.step(REQUEST), timing.untilIdle)).toBe(code)
    expect(asked()).toBe(1)
  })

  test('called off while it waits or while it is asked, it stops at once', async () => {
    for (const first of [fails('rate-limited', 60_000), 'hang' as const]) {
      const { model, timing } = setUp(first)
      const off = new AbortController()
      const going = outcome(model.step({ ...REQUEST, signal: off.signal }), async () => {
        await timing.pass(100)
        off.abort()
      })
      expect(await going).toBe('stopped')
      expect(timing.now()).toBe(100)
    }
  })

  test('an error that is no model’s failure is not tried again', async () => {
    const { timing, queue } = setUp(REPLY)
    const broken: BareModel = { id: 'x', ask: () => Promise.reject(new TypeError('our bug')) }
    const watch = { used: () => undefined, retried: () => undefined }
    const model = retryingModel(broken, {
      queue,
      timing,
      policy: DEFAULT_RETRY_POLICY,
      chance: () => 0,
      watch,
      onPause: () => undefined,
    })
    expect(await outcome(model.step(REQUEST), timing.untilIdle)).toBe('threw TypeError: our bug')
    expect(queue.limit.inFlight).toBe(0)
  })

  test('thirty per cent of calls failing: every caller gets its answer, and the limits shrank on the way', async () => {
    const tries = Array.from({ length: 400 }, (_, index) =>
      index % 10 < 3 ? fails('rate-limited', 50) : REPLY,
    )
    const { model, timing, seen, queue } = setUp(...tries)
    const all = Promise.all(Array.from({ length: 100 }, () => model.step(REQUEST)))
    await timing.untilIdle()
    expect((await all).length).toBe(100)
    expect(seen.filter((line) => line.startsWith('used'))).toHaveLength(100)
    expect(queue.limit.limit).toBeLessThan(100)
  })

  test('complete is a step without tools', async () => {
    const { model, timing } = setUp(REPLY)
    const going = model.complete({ system: '', messages: [] })
    await timing.untilIdle()
    expect(await going).toEqual({ text: 'yes', usage: USAGE })
  })
})
