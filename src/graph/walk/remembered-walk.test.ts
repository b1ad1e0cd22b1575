import { expect, it } from 'vitest'
import { aStep } from '../../../test/support/base/ids.ts'
import { remembered } from './remembered-walk.ts'
import type { DueStep, JudgingWalk } from './walk-types.ts'

/** Answers with the number of the question: an answer given twice was asked for once. */
function counting(): JudgingWalk {
  let asked = 0
  const next = (): readonly DueStep[] => {
    asked += 1
    return [{ request: 'r1', step: aStep(`p/${asked}`) }]
  }
  return {
    take: () => [],
    due: next,
    owed: next,
    requests: () => [],
    ending: () => false,
    relevant: () => [],
    peek: () => 'due',
  }
}

it('asks a walk where it stands once between two events', () => {
  const walk = remembered(counting())
  expect(walk.due()).toBe(walk.due())
  expect(walk.owed()).toBe(walk.owed())
  expect(walk.owed()).not.toEqual(walk.due())
})

it('asks again after an event, and after a change of the back office', () => {
  const walk = remembered(counting())
  const [first, owed] = [walk.due(), walk.owed()]
  walk.take({ type: 'customer', n: 1, moves: [] })
  const second = walk.due()
  expect(second).not.toEqual(first)
  expect(walk.owed()).not.toEqual(owed)
  walk.forget()
  expect(walk.due()).not.toEqual(second)
})
