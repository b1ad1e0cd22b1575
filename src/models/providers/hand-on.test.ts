import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { handOnInTurns } from './hand-on.ts'

test('so many answers in a turn of the event loop, in the order they came, and none is lost', async () => {
  const handOn = handOnInTurns(2)
  const handed: number[] = []
  for (let answer = 1; answer <= 5; answer += 1) handOn(() => void handed.push(answer))
  expect(handed).toEqual([1, 2])
  await nextTurn()
  expect(handed).toEqual([1, 2, 3, 4])
  await nextTurn()
  expect(handed).toEqual([1, 2, 3, 4, 5])
  handOn(() => void handed.push(6))
  handOn(() => void handed.push(7))
  // The fifth was handed on in this turn too.
  expect(handed).toEqual([1, 2, 3, 4, 5, 6])
  await nextTurn()
  expect(handed).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a single answer waits for nobody', () => {
  let isHandedOn = false
  handOnInTurns()(() => {
    isHandedOn = true
  })
  expect(isHandedOn).toBe(true)
})
