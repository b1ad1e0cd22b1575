import { expect, test } from 'vitest'
import { aTrialId } from '../../../test/support/base/ids.ts'
import type { Transcript } from '../../transcript/event.ts'
import { firstDifference, flipsOf } from './flips.ts'
import type { Mark, TrialRow } from './trial-row.ts'

const row = (id: string, mark: Mark, side: string): TrialRow => ({
  trial: aTrialId(`${side}/${id}`),
  agent: side,
  pack: 'p',
  case: id,
  intensity: 1,
  repeat: 0,
  mark,
  bucket: 'resolvable',
  tactic: null,
  left: null,
  broke: [],
})

test('flips are paired by situation; what got worst stands first; what was not judged is no flip', () => {
  const marks: readonly (readonly [string, Mark, Mark])[] = [
    ['better', 'failed', 'passed'],
    ['same', 'passed', 'passed'],
    ['void', 'passed', 'void'],
    ['worst', 'passed', 'unsafe'],
    ['worse', 'passed', 'failed'],
  ]
  const flips = flipsOf(
    marks.map(([id, mark]) => row(id, mark, 'a')),
    [...marks.map(([id, , mark]) => row(id, mark, 'b')), row('only b', 'failed', 'b')],
  )
  expect(flips.map((flip) => [flip.case, flip.a.trial, flip.b.mark])).toEqual([
    ['worst', 'a/worst', 'unsafe'],
    ['worse', 'a/worse', 'failed'],
    ['better', 'a/better', 'passed'],
  ])
})

const talk = (...texts: readonly string[]): Transcript =>
  texts.flatMap(
    (text, at): Transcript => [
      { n: 2 * at + 1, type: 'message.sent', from: 'agent', text },
      { n: 2 * at + 2, type: 'message.understood', of: 2 * at + 1, acts: [], by: 'nobody' },
    ],
  )

test('two conversations part at the first thing said or done that differs, not at how it was understood', () => {
  expect(firstDifference(talk('a', 'b', 'c'), talk('a', 'x', 'c'))).toEqual({ a: 3, b: 3 })
  expect(firstDifference(talk('a', 'b'), talk('a', 'b', 'c'))).toEqual({ a: null, b: 5 })
  expect(firstDifference(talk('a', 'b'), talk('a', 'b'))).toBeNull()
})
