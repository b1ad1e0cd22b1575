import { expect, test } from 'vitest'
import { saidUnits } from '../../../tools/reader/trained/said-units.ts'

test('sentences and list items are units of their own, with what stands around them', () => {
  const text = 'Dear Ann,\n\nI need two things:\n- your **order number**\n- a photo\n\nShall I go on?'
  const { units } = saidUnits(text, 'My mug is broken.')
  expect(units.map((unit) => unit.text)).toEqual([
    'I need two things:',
    'your order number',
    'a photo',
    'Shall I go on?',
  ])
  expect(units.map(({ isItem }) => isItem)).toEqual([false, true, true, false])
  expect(units[1]).toMatchObject({
    previous: 'I need two things:',
    next: 'a photo',
    before: 'My mug is broken.',
    sentence: 1,
    at: 1,
    of: 4,
  })
  // Spans are into the message as it was written.
  expect(text.slice(units[1]?.from, units[1]?.to)).toBe('your **order number')
})

test('of a long wish its end is heard; a unit without a letter is none', () => {
  const { units } = saidUnits('Yes. ... 5 days.', `${'x'.repeat(400)} cancel it`)
  expect(units.every(({ text }) => /[a-z0-9]/i.test(text))).toBe(true)
  expect(units[0]?.before).toHaveLength(300)
  expect(units[0]?.before).toMatch(/cancel it$/)
})
