import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Gate } from './gate.ts'
import { entered, left, OPEN_ROOM, type Room } from './room.ts'
import { handTiming } from './timing-testing.ts'

const at = (room: Partial<Room>): Room => ({ ...OPEN_ROOM, ...room })
const WELL = { went: 'well', pauseMs: 0, beganAt: 0 } as const

describe('the room of a provider', () => {
  test('is without a bound until the provider complains, then half of what was under way', () => {
    const room = left(at({ inFlight: 40 }), { went: 'crowded', pauseMs: 0, beganAt: 5 }, 10)
    expect(room).toMatchObject({ limit: 20, inFlight: 39, cutAt: 10 })
  })

  test('a burst of complaints is one complaint', () => {
    const cut = at({ limit: 20, inFlight: 39, cutAt: 10 })
    expect(left(cut, { went: 'crowded', pauseMs: 0, beganAt: 9 }, 11).limit).toBe(20)
    expect(left(cut, { went: 'crowded', pauseMs: 0, beganAt: 11 }, 12).limit).toBe(10)
  })

  test('grows by one for a round of good answers, and only where it was full', () => {
    let room = at({ limit: 4, inFlight: 4 })
    for (let call = 0; call < 4; call += 1) room = entered(left(room, WELL, 1))
    expect(room.limit).toBeGreaterThan(4.8)
    expect(room.limit).toBeLessThanOrEqual(5)
    expect(left(at({ limit: 4, inFlight: 2 }), WELL, 1).limit).toBe(4)
  })

  test('never closes for good', () => {
    expect(left(at({ limit: 1, inFlight: 1 }), { went: 'crowded', pauseMs: 0, beganAt: 5 }, 9).limit).toBe(1)
  })
})

describe('the gate', () => {
  test('waits until the provider’s pause is over, also with nobody under way', async () => {
    const timing = handTiming()
    const gate = new Gate(timing)
    await gate.enter()
    gate.leave({ went: 'crowded', pauseMs: 500, beganAt: 0, reached: true })
    let isIn = false
    const entering = gate.enter().then(() => {
      isIn = true
    })
    await timing.pass(499)
    expect(isIn).toBe(false)
    await timing.pass(1)
    await entering
    expect(isIn).toBe(true)
  })

  test('somebody who gives up waiting takes no place', async () => {
    const gate = new Gate(handTiming())
    for (let call = 0; call < 2; call += 1) await gate.enter()
    gate.leave({ went: 'crowded', pauseMs: 0, beganAt: 0, reached: true })
    const leaving = new AbortController()
    const waiting = gate.enter(leaving.signal)
    leaving.abort('changed my mind')
    await expect(waiting).rejects.toBe('changed my mind')
    gate.leave({ ...WELL, reached: true })
    await gate.enter()
    expect(gate.room.inFlight).toBe(1)
    await expect(gate.enter(leaving.signal)).rejects.toBe('changed my mind')
  })

  test('whatever happens: nobody is lost, nobody overtakes, and never more than the room are let in', async () => {
    const went = fc.constantFrom('well' as const, 'crowded' as const, 'otherwise' as const)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ went, pauseMs: fc.nat(20) }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        async (ends, callers) => {
          const timing = handTiming()
          const gate = new Gate(timing)
          const order: number[] = []
          let served = 0
          const work = async (number: number): Promise<void> => {
            await gate.enter()
            order.push(number)
            const limit = gate.room.limit
            if (limit !== Number.POSITIVE_INFINITY) expect(gate.room.inFlight).toBeGreaterThan(0)
            const beganAt = timing.now()
            await timing.sleep(1 + (number % 3))
            gate.leave({ ...(ends[served] ?? { went: 'well', pauseMs: 0 }), beganAt, reached: true })
            served += 1
          }
          const all = Promise.all(Array.from({ length: callers * 3 }, (_, number) => work(number)))
          await timing.untilIdle()
          await all
          expect(served).toBe(callers * 3)
          expect(order).toEqual([...order].sort((a, b) => a - b))
          expect(gate.room.inFlight).toBe(0)
        },
      ),
      { numRuns: 40 },
    )
  })
})
