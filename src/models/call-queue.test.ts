import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handTiming } from '../../test/support/models/timing.ts'
import { type CallLimit, callBegan, callEnded, NO_CALL_LIMIT, otherTold } from './call-limit.ts'
import { CallQueue } from './call-queue.ts'

const at = (limit: Partial<CallLimit>): CallLimit => ({ ...NO_CALL_LIMIT, ...limit })
const WELL = { went: 'well', pauseMs: 0, beganAt: 0 } as const

describe('the call limit of a provider', () => {
  test('is without a bound until the provider complains, then half of what was under way', () => {
    const limits = callEnded(at({ inFlight: 40 }), { went: 'crowded', pauseMs: 0, beganAt: 5 }, 10)
    expect(limits).toMatchObject({ limit: 20, inFlight: 39, cutAt: 10 })
  })

  test('a burst of complaints is one complaint', () => {
    const cut = at({ limit: 20, inFlight: 39, cutAt: 10 })
    expect(callEnded(cut, { went: 'crowded', pauseMs: 0, beganAt: 9 }, 11).limit).toBe(20)
    expect(callEnded(cut, { went: 'crowded', pauseMs: 0, beganAt: 11 }, 12).limit).toBe(10)
  })

  test('grows by one for a round of good answers, and only where it was full', () => {
    let limits = at({ limit: 4, inFlight: 4 })
    for (let call = 0; call < 4; call += 1) limits = callBegan(callEnded(limits, WELL, 1))
    expect(limits.limit).toBeGreaterThan(4.8)
    expect(limits.limit).toBeLessThanOrEqual(5)
    expect(callEnded(at({ limit: 4, inFlight: 2 }), WELL, 1).limit).toBe(4)
  })

  test('halves when another process is told to slow down; whoever is idle gets as much as that one', () => {
    const told = { calls: 6, pauseMs: 0 }
    expect(otherTold(at({ inFlight: 40 }), told, 10)).toMatchObject({ limit: 20, cutAt: 10, inFlight: 40 })
    expect(otherTold(at({ limit: 10, inFlight: 12 }), told, 10).limit).toBe(5)
    expect(otherTold(NO_CALL_LIMIT, told, 10).limit).toBe(6)
    expect(otherTold(at({ limit: 30 }), { calls: null, pauseMs: 50 }, 10)).toMatchObject({
      limit: 30,
      opensAt: 60,
    })
  })

  test('four processes that share a provider grow together by one a round', () => {
    let limits = at({ limit: 4, inFlight: 4, among: 4 })
    for (let call = 0; call < 16; call += 1) limits = callBegan(callEnded(limits, WELL, 1))
    expect(limits.limit).toBeGreaterThan(4.8)
    expect(limits.limit).toBeLessThanOrEqual(5)
  })

  test('never closes for good', () => {
    expect(
      callEnded(at({ limit: 1, inFlight: 1 }), { went: 'crowded', pauseMs: 0, beganAt: 5 }, 9).limit,
    ).toBe(1)
  })
})

describe('the queue', () => {
  test('waits until the provider’s pause is over, also with nobody under way', async () => {
    const timing = handTiming()
    const queue = new CallQueue(timing)
    await queue.enter()
    queue.leave({ went: 'crowded', pauseMs: 500, beganAt: 0, reached: true })
    let isIn = false
    const entering = queue.enter().then(() => {
      isIn = true
    })
    await timing.pass(499)
    expect(isIn).toBe(false)
    await timing.pass(1)
    await entering
    expect(isIn).toBe(true)
  })

  test('somebody who gives up waiting takes no place', async () => {
    const queue = new CallQueue(handTiming())
    for (let call = 0; call < 2; call += 1) await queue.enter()
    queue.leave({ went: 'crowded', pauseMs: 0, beganAt: 0, reached: true })
    const leaving = new AbortController()
    const waiting = queue.enter(leaving.signal)
    leaving.abort('changed my mind')
    await expect(waiting).rejects.toBe('changed my mind')
    queue.leave({ ...WELL, reached: true })
    await queue.enter()
    expect(queue.limit.inFlight).toBe(1)
    await expect(queue.enter(leaving.signal)).rejects.toBe('changed my mind')
  })

  test('whatever happens: nobody is lost, nobody overtakes, and never more than the limits are let in', async () => {
    const went = fc.constantFrom('well' as const, 'crowded' as const, 'otherwise' as const)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ went, pauseMs: fc.nat(20) }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        async (ends, callers) => {
          const timing = handTiming()
          const queue = new CallQueue(timing)
          const order: number[] = []
          let served = 0
          const work = async (number: number): Promise<void> => {
            await queue.enter()
            order.push(number)
            const limit = queue.limit.limit
            if (limit !== Number.POSITIVE_INFINITY) expect(queue.limit.inFlight).toBeGreaterThan(0)
            const beganAt = timing.now()
            await timing.sleep(1 + (number % 3))
            queue.leave({ ...(ends[served] ?? { went: 'well', pauseMs: 0 }), beganAt, reached: true })
            served += 1
          }
          const all = Promise.all(Array.from({ length: callers * 3 }, (_, number) => work(number)))
          await timing.untilIdle()
          await all
          expect(served).toBe(callers * 3)
          expect(order).toEqual([...order].sort((a, b) => a - b))
          expect(queue.limit.inFlight).toBe(0)
        },
      ),
      { numRuns: 40 },
    )
  })
})
