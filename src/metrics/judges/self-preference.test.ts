import { expect, test } from 'vitest'
import { aCase } from '../../../test/support/base/ids.ts'
import { openPreferenceBook } from './self-preference.ts'

const JUDGES = [
  { judge: 'x:one', own: ['one'] },
  { judge: 'y:two', own: [] },
]
const trial = (theCase: string, agent: string, one: number, two: number) => ({
  case: aCase(theCase),
  agent,
  quality: new Map([
    ['x:one', one],
    ['y:two', two],
  ]),
})

test('[M20] strictness, a good agent and a hard case fall out; only the favour stays', () => {
  const book = openPreferenceBook(JUDGES)
  for (const [index, hard] of [0, 0.2, 0.4].entries()) {
    // judge one is 0.1 stricter than two, its own agent is 0.3 better, and it favours itself by 0.05
    book.add(trial(String(index), 'one', 0.9 - hard - 0.1 + 0.05, 0.9 - hard))
    book.add(trial(String(index), 'other', 0.6 - hard - 0.1, 0.6 - hard))
  }
  const [found] = book.close()
  expect(found).toMatchObject({ judge: 'x:one', own: ['one'], against: ['y:two'], confounded: false })
  expect(found?.difference.value).toBeCloseTo(0.05, 9)
})

test('[M20] a case that only its own agent ran is left out', () => {
  const book = openPreferenceBook(JUDGES)
  book.add(trial('1', 'one', 0.5, 0.5))
  book.add(trial('1', 'other', 0.5, 0.5))
  book.add(trial('2', 'one', 1, 0))
  expect(book.close()[0]?.difference.value).toBe(0)
})

test('[M20] one judge alone cannot be told from its taste', () => {
  const book = openPreferenceBook([{ judge: 'x:one', own: ['one'] }])
  book.add({ case: aCase('1'), agent: 'one', quality: new Map([['x:one', 1]]) })
  expect(book.close()[0]?.difference).toEqual({ value: null, of: 0, because: 'needs a second judge' })
})

test('[M20] held against outsiders where there are any; against entrants it says so', () => {
  const second = { judge: 'y:two', own: ['two'] }
  const outsider = { judge: 'z:three', own: [] }
  const entrants = openPreferenceBook([{ judge: 'x:one', own: ['one'] }, second])
  expect(entrants.close().map(({ against, confounded }) => [against, confounded])).toEqual([
    [['y:two'], true],
    [['x:one'], true],
  ])
  const three = openPreferenceBook([{ judge: 'x:one', own: ['one'] }, second, outsider])
  expect(three.close().map(({ against, confounded }) => [against, confounded])).toEqual([
    [['z:three'], false],
    [['z:three'], false],
  ])
})

test('[M20] nobody is an entrant: nothing to disclose', () => {
  expect(openPreferenceBook([{ judge: 'lexical', own: [] }]).close()).toEqual([])
})
