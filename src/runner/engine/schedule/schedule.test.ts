import { expect, test } from 'vitest'
import { playLanes } from './schedule.ts'

test('all lanes are played, and what the first ones wait for happens before the last begin', async () => {
  let begun = 0
  let ended = 0
  let begunBeforeAnEvent = 0
  await playLanes(40, async () => {
    begun += 1
    await new Promise((resolve) => setImmediate(resolve))
    ended += 1
    if (ended === 1) begunBeforeAnEvent = begun
  })
  expect({ begun, ended }).toEqual({ begun: 40, ended: 40 })
  expect(begunBeforeAnEvent).toBe(16)
})

test('few lanes begin at once', () => {
  let begun = 0
  void playLanes(3, async () => {
    begun += 1
  })
  expect(begun).toBe(3)
})
