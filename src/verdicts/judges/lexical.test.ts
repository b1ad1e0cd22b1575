import { expect, test } from 'vitest'
import { lexicalMeans, lexicalRatings } from './lexical.ts'
import { meanRatings } from './rating-row.ts'

const talk = (...texts: readonly string[]) =>
  texts.map((text, i) => ({ n: i + 1, from: i % 2 === 0 ? ('customer' as const) : ('agent' as const), text }))
const mean = (...texts: readonly string[]) => meanRatings(lexicalRatings(talk(...texts)))

test('[M15] kind words rate above curt ones in empathy, and rude ones at the bottom', () => {
  const kind = mean(
    'My bag is torn!!',
    'I am so sorry about the trouble, I understand how frustrating this is. Could you send me the order number, please?',
  )
  const curt = mean('My bag is torn!!', 'Order number.')
  const rude = mean('My bag is torn!!', 'Calm down, that is not my problem.')
  expect(kind['empathy']).toBeGreaterThan(curt['empathy'] ?? 1)
  expect(curt['empathy']).toBeGreaterThan(rude['empathy'] ?? 1)
})

test('[M15] a rating rests on what came before, never on what comes later', () => {
  const short = lexicalRatings(talk('Hello', 'Hello, how can I help?'))
  const long = lexicalRatings(talk('Hello', 'Hello, how can I help?', 'You are useless!!', 'I am sorry.'))
  expect(long.slice(0, short.length)).toEqual(short)
})

test('[M15] every quote stands in the message it rates', () => {
  const shown = talk('Hi', 'I have sent a new one to you. '.repeat(20))
  expect(
    lexicalRatings(shown).every(({ n, quote }) => shown.find((each) => each.n === n)?.text.includes(quote)),
  ).toBe(true)
})

test('[M15] the means of a trial are the means of its ratings', () => {
  const said = talk(
    'My bag is torn!!',
    'I am sorry. Which order?',
    'A7',
    ' ',
    'Well?',
    'I will send a new one.',
  )
  const transcript = said.map(({ n, from, text }) =>
    from === 'agent'
      ? { n, type: 'message.sent' as const, from, text }
      : {
          n,
          type: 'message.sent' as const,
          from,
          text,
          act: { moves: [], tone: 'calm' as const, language: 'en' as const },
        },
  )
  expect(lexicalMeans(transcript)).toEqual(meanRatings(lexicalRatings(said)))
  expect(lexicalMeans([])).toBeNull()
})
