import { expect, test } from 'vitest'
import type { Tone } from '../../base/values/acts.ts'
import { readMessage } from '../../reading/lexical/read-message.ts'
import type { NewEvent, Transcript } from '../../transcript/event.ts'
import { lexicalMeans, lexicalRatings } from './lexical.ts'
import { meanRatings } from './rating-row.ts'

const NO_LISTS = { fields: [], tools: [], topics: [] }

/** Customer and agent by turns, each agent message with its reading. */
function talk(tone: Tone, ...texts: readonly string[]): Transcript {
  const events: NewEvent[] = texts.flatMap((text, i): readonly NewEvent[] =>
    i % 2 === 0
      ? [{ type: 'message.sent', from: 'customer', text, act: { moves: [], tone, language: 'en' } }]
      : [
          { type: 'message.sent', from: 'agent', text },
          { type: 'message.read', of: 0, by: 'lexical', reading: readMessage(text, NO_LISTS, { seen: [] }) },
        ],
  )
  return events.map((event, i) =>
    event.type === 'message.read' ? { ...event, of: i, n: i + 1 } : { ...event, n: i + 1 },
  )
}
const mean = (tone: Tone, ...texts: readonly string[]) => meanRatings(lexicalRatings(talk(tone, ...texts)))

const KIND =
  'I am so sorry for the trouble, I understand how frustrating this is. Could you send me the order number?'

test('[M15] kind words rate above curt ones in empathy; a rude word is no other than a curt one', () => {
  const kind = mean('worried', 'My bag is torn!!', KIND)
  const curt = mean('worried', 'My bag is torn!!', 'What is your order number?')
  const rude = mean('worried', 'My bag is torn!!', 'Calm down. What is your order number?')
  expect(kind['empathy']).toBeGreaterThan(curt['empathy'] ?? 1)
  expect(rude['empathy']).toBe(curt['empathy'])
})

test('[M15] the same words do less for an upset customer', () => {
  expect(mean('angry', 'It is torn.', KIND)['empathy']).toBeLessThan(
    mean('calm', 'It is torn.', KIND)['empathy'] ?? 0,
  )
})

test('[M15] a rating rests on what came before, never on what comes later', () => {
  const short = lexicalRatings(talk('calm', 'Hello', 'Hello, how can I help?'))
  const long = lexicalRatings(
    talk('calm', 'Hello', 'Hello, how can I help?', 'You are useless!!', 'I am sorry.'),
  )
  expect(long.slice(0, short.length)).toEqual(short)
})

test('[M15] every quote stands in the message it rates; what was not read, or cannot be seen, is not rated', () => {
  const transcript = talk('calm', 'Hi', 'I have sent a new one to you. '.repeat(20), 'And?', '\u200b\u2060')
  const ratings = lexicalRatings(transcript)
  expect(new Set(ratings.map(({ n }) => n))).toEqual(new Set([2]))
  const message = transcript.find(({ n }) => n === 2)
  expect(message?.type === 'message.sent' && message.text.includes(ratings[0]?.quote ?? '?')).toBe(true)
  expect(lexicalRatings(transcript.filter(({ type }) => type !== 'message.read'))).toEqual([])
})

test('[M15] the means of a trial are the means of its ratings', () => {
  const said = talk('calm', 'It is torn.', 'I am sorry. Which order?', 'A7', 'I will send a new one.')
  expect(lexicalMeans(said)).toEqual(meanRatings(lexicalRatings(said)))
  expect(lexicalMeans([])).toBeNull()
})
