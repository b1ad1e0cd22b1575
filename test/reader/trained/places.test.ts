import { expect, test } from 'vitest'
import type { DeskLists } from '../../../src/base/values/desk-lists.ts'
import { mayStandFor, placesOf } from '../../../tools/reader/trained/places.ts'

const none = { gloss: '', cues: {} }
const tool = (name: string, role: 'write' | 'read' | 'handover') => ({
  ...none,
  name,
  role,
  parameters: [],
  proposes: { en: ['Shall I cancel {order}?'] },
  claims: { en: ['It is cancelled.'], de: ['Storniert.'] },
})
const LISTS: DeskLists = {
  fields: [{ ...none, name: 'order_number', type: 'string', of: [], asks: { en: ['Which order?'] } }],
  tools: [tool('cancel', 'write'), tool('find', 'read'), tool('pass_on', 'handover')],
  topics: [{ ...none, name: 'no_refund', says: { en: ['We cannot refund it.'] } }],
}

test('a place has its English wordings; a value in braces is any', () => {
  const [field, cancel] = placesOf(LISTS)
  expect(field?.wordings).toEqual([
    { sort: 'name', text: 'order number' },
    { sort: 'says', text: 'Which order?' },
  ])
  expect(cancel?.wordings.map(({ text }) => text)).toEqual([
    'cancel',
    'Shall I cancel that?',
    'It is cancelled.',
  ])
})

test('only deeds are proposed and told, only topics told or given as reason, only handovers handed over', () => {
  const standing = (kind: Parameters<typeof mayStandFor>[0]) =>
    placesOf(LISTS).flatMap((place) => (mayStandFor(kind, place) ? [place.name] : []))
  expect(standing('request')).toEqual(['order_number'])
  expect(standing('propose')).toEqual(['cancel', 'pass_on'])
  expect(standing('claim')).toEqual(['cancel', 'pass_on'])
  expect(standing('handover')).toEqual(['pass_on'])
  expect(standing('decline')).toEqual(['no_refund'])
  expect(standing('tell')).toEqual(['no_refund'])
})
