import { expect, test } from 'vitest'
import { loadEncoder } from '../../../tools/reader/load-encoder.ts'
import { FEATURE_NAMES, FEATURES, nearness, withUsual } from '../../../tools/reader/trained/nearness.ts'
import type { Place } from '../../../tools/reader/trained/places.ts'
import { prepareDesk } from '../../../tools/reader/trained/prepared-desk.ts'
import { saidUnits } from '../../../tools/reader/trained/said-units.ts'

const field = (name: string, asks: string): Place => ({
  in: 'field',
  name,
  role: '',
  type: 'string',
  of: [],
  wordings: [
    { sort: 'name', text: name.replace('_', ' ') },
    { sort: 'says', text: asks },
  ],
})
const PLACES = [
  field('email', 'What is your e-mail address?'),
  field('new_email', 'Which new e-mail address would you like?'),
  field('order_number', 'Can you give me your order number?'),
]
const encoder = loadEncoder()
const encoded = (text: string) => {
  const [code] = encoder.encode([text])
  if (code === undefined) throw new RangeError(text)
  return code
}
const desk = withUsual(prepareDesk(PLACES, encoded), encoded, encoder)
const rowsOf = (text: string) => {
  const [unit] = saidUnits(text, '').units
  if (unit === undefined) throw new RangeError(text)
  const numbers = nearness(unit, desk, encoded, encoder)
  return (place: number, name: string): number =>
    numbers[place * FEATURES + FEATURE_NAMES.indexOf(name)] ?? Number.NaN
}

test('what is meant is nearer than what is not, in other words too', () => {
  const of = rowsOf('And under which reference did you buy it?')
  expect(of(2, 'whole says')).toBeGreaterThan(of(0, 'whole says'))
  expect(of(2, 'against rivals: whole says')).toBeGreaterThan(0)
  expect(of(0, 'against rivals: whole says')).toBeLessThan(0)
})

test('of two places one of which is named like the other, the word that was added decides', () => {
  const plain = rowsOf('What is your e-mail?')
  expect(plain(1, 'added word is missing')).toBe(1)
  expect(plain(0, 'twin is said')).toBe(0)
  const added = rowsOf('What is the new e-mail?')
  expect(added(1, 'added word is missing')).toBe(0)
  expect(added(0, 'twin is said')).toBe(1)
})
