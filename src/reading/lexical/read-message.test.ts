import { describe, expect, test } from 'vitest'
import { WORKSHOP } from '../../../test/support/reading/lexical.ts'
import { Reading } from '../../base/values/reading.ts'
import { readMessage } from './read-message.ts'

const picture = (text: string): readonly string[] =>
  readMessage(text, WORKSHOP, { seen: [] }).sentences.map(({ acts, unread, form }) =>
    [
      `${form}${unread ? ' unread' : ''}:`,
      ...acts.map(
        ({ kind, place, polarity, sure, values }) =>
          `${kind}${place === null ? '' : ` ${place.name}`}${polarity === 'positive' ? '' : ` ${polarity}`}${sure ? '!' : ''}${values.length === 0 ? '' : ` [${values.join('; ')}]`}`,
      ),
    ].join(' '),
  )

const MESSAGES = [
  'Could you tell me the job number, please?',
  'I need two things:\n- the number of your repair job\n- a photo of the damage',
  'Could you send me that?',
  'Shall I cancel the repair job WB-2041?',
  'I would cancel the repair job. Shall I go ahead?',
  'Does that work for you?',
  'I have cancelled your repair job.',
  'Nothing has been cancelled.',
  'If you cancel the job, the deposit would be paid back.',
  'Your deposit of 40 euros comes back within 5 working days.',
  "I'm sorry, we don't repair frames older than 20 years, so I can't take the job.",
  'I have passed this to a colleague, who will write to you.',
  'Hello Ana,\n\nThe parts arrive next week.\n\nKind regards,\nTom',
  'Is there anything else I can help you with?',
  "What's the code on the frame or in our e-mail?",
  'That would be Friday for the bike. Is that right?',
  'I am afraid that I must decline, since the frame is older than 20 years.',
  'My pleasure. Which day should we pick the bike up?',
]

describe('reading a message', () => {
  test.each(MESSAGES)('%s', (text) => {
    expect(picture(text)).toMatchSnapshot()
  })

  test('spans lie inside the text, values inside their act, and the reading is a Reading', () => {
    for (const text of MESSAGES) {
      const reading = readMessage(text, WORKSHOP, { seen: [] })
      expect(Reading.parse(reading)).toEqual(reading)
      for (const sentence of reading.sentences)
        for (const { from, to, values } of [...sentence.acts, { ...sentence, values: [] }]) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThanOrEqual(text.length)
          expect(from).toBeLessThan(to)
          for (const value of values) expect(text.slice(from, to).toLowerCase()).toContain(value)
        }
    }
  })

  test('the same words and lists read the same, whatever was read before and whoever holds the lists', () => {
    const alone = MESSAGES.map((text) => readMessage(text, structuredClone(WORKSHOP), { seen: [] }))
    const backwards = [...MESSAGES].reverse().map((text) => readMessage(text, WORKSHOP, { seen: [] }))
    expect(backwards.reverse()).toEqual(alone)
  })

  test('a message without words gives no act', () => {
    for (const text of ['', ' \n ', '🙂', '...'])
      expect(
        readMessage(text, WORKSHOP, { seen: [] })
          .sentences.flatMap(({ acts }) => acts)
          .filter(({ sure }) => sure),
      ).toEqual([])
  })

  test('a desk with empty lists gives no place', () => {
    const empty = { fields: [], tools: [], topics: [] }
    for (const text of MESSAGES)
      for (const { acts } of readMessage(text, empty, { seen: [] }).sentences)
        for (const { place } of acts) expect(place).toBeNull()
  })
})
