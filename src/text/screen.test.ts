import { expect, test } from 'vitest'
import { createFinder } from './finder.ts'
import { needsOf, wordingsOf } from './pattern-needs.ts'
import { screened } from './screen.ts'

test('a pattern needs the strings of which each match holds one', () => {
  expect(needsOf('\\b(?:shall|may) (?:i|we)\\b')).toEqual(new Set(['shall i', 'shall we', 'may i', 'may we']))
  expect(needsOf('\\w+ed (?:now )?for you')).toEqual(new Set(['ed for yo', 'ed now fo']))
  expect(needsOf('^(?:and |so )*refund')).toEqual(new Set(['refund']))
  expect(needsOf('e-?mail')).toEqual(new Set(['email', 'e-mail']))
  expect(needsOf('(?<!not )done(?! yet)')).toEqual(new Set(['done']))
})

test('a pattern that may match anything needs nothing', () => {
  expect(needsOf('\\w+|sent')).toBeNull()
  expect(needsOf('(?:now)?')).toBeNull()
  expect(needsOf('[a-z]{2,}')).toBeNull()
})

test('alternatives are told apart at the top level only', () => {
  expect(wordingsOf('a(?:b|c)|[|]d|\\|e')).toEqual(['a(?:b|c)', '[|]d', '\\|e'])
})

test('the finder marks lists of which a string stands in the text', () => {
  const find = createFinder([new Set(['he']), new Set(['she', 'xy']), new Set(['hers']), null])
  expect([...find('ushers')]).toEqual([1, 1, 1, 1])
  expect([...find('the')]).toEqual([1, 0, 0, 1])
  expect([...find('')]).toEqual([0, 0, 0, 1])
})

test('of two matches the first counts; at one place the wording written first', () => {
  const { done } = screened({ done: /booked|has been \w+|has been booked/ })
  expect(done.exec('it has been booked')).toMatchObject({ index: 3, 0: 'has been booked' })
  expect(done.exec('booked, it has been paid')).toMatchObject({ index: 0, 0: 'booked' })
  expect(done.test('nothing here')).toBe(false)
})
