import { describe, expect, test } from 'vitest'
import { isNamedIn, isQuotedIn, standsIn } from './stands-in.ts'

describe('a quotation stands there word for word, but for slips', () => {
  const WORDING = 'This credit is provisional and may be taken back'
  test.each([
    'Please note: **this credit is provisional, and may be taken back**.',
    'This credit is provisonal and may be taken back.',
    'This credit is provisional and may be taken bcak? No: this credit is provisional and may be taken back.',
  ])('%s', (text) => expect(isQuotedIn(text, WORDING)).toBe(true))
  test.each([
    'The credit may be taken back.',
    'This credit is provisional. It may be taken back.',
    'This credit is final and may be taken back.',
  ])('not: %s', (text) => expect(isQuotedIn(text, WORDING)).toBe(false))
})

test('the words of a condition may come in another order and form', () => {
  expect(standsIn('You can book it again, for half of the usual fee.', 'half the fee')).toBe(true)
  expect(standsIn('A return label, prepaid of course, comes by e-mail.', 'prepaid label')).toBe(true)
  expect(standsIn('You can book it again for the fee.', 'half the fee')).toBe(false)
  expect(standsIn('In danger call 112.', '112')).toBe(true)
  expect(standsIn('Your number is 11234.', '112')).toBe(false)
})

test('a name is found whatever its spacing and marks', () => {
  expect(isNamedIn('our *meridian carry on* is never wrong', 'Meridian Carry-On')).toBe(true)
  expect(isNamedIn('call 07700 900109', '07700900109')).toBe(true)
  expect(isNamedIn('our Fjord Carry-On', 'Meridian Carry-On')).toBe(false)
})
