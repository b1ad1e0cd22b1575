import { expect, test } from 'vitest'
import { cardOf, FIXED_SCRIPT, lexicon, nag, talk } from '../../../test/support/conversation/kettle-desk.ts'
import { heard } from '../../../test/support/reading/heard.ts'
import type { Customer, HeardMessage } from './customer.ts'
import { hear, heardTurn } from './hear.ts'
import { scriptedCustomer } from './scripted-customer.ts'
import { decideFrom, openFrom, startOf } from './standing.ts'

const character = (card = cardOf()) => ({ card, opens: null, tactic: nag, intensity: 3 as const })
const customer = (seed: number, card = cardOf()): Customer =>
  scriptedCustomer({ ...character(card), lexicon, seed })

/** The same words, read by somebody else. */
const readAnew = ({ n, text, reading }: HeardMessage): HeardMessage => ({ n, text, reading: { ...reading } })

test('a character decides once for all its seeds, another card for itself', () => {
  const card = cardOf()
  const [first, second] = [startOf(character(card), lexicon), startOf(character(card), lexicon)]
  expect(second).toBe(first)
  expect(openFrom(character(card), first)).toBe(openFrom(character(card), second))
  expect(startOf(character(), lexicon)).not.toBe(first)
  expect(startOf({ ...character(card), intensity: 1 }, lexicon)).not.toBe(first)
})

test('what follows from words is kept from the second time they are heard', () => {
  const who = character()
  const message = readAnew(heard(lexicon, 2, 'What is your order number?'))
  const { after } = openFrom(who, startOf(who, lexicon))
  const decideOn = () => decideFrom(who, after, hear([message], lexicon))
  const [first, second, third] = [decideOn(), decideOn(), decideOn()]
  expect(first.after.decided).toBeNull()
  expect(second).not.toBe(first)
  expect(second.plan).toEqual(first.plan)
  expect(third).toBe(second)
})

test('whoever met this character before hears what the first one heard', async () => {
  const card = cardOf()
  for (const seed of [1, 2, 3]) {
    const alone = await talk(customer(seed), FIXED_SCRIPT)
    await talk(customer(seed + 100, card), FIXED_SCRIPT)
    await talk(customer(seed, card), FIXED_SCRIPT.slice(2))
    expect(await talk(customer(seed, card), FIXED_SCRIPT)).toEqual(alone)
    expect(await talk(customer(seed, card), FIXED_SCRIPT)).toEqual(alone)
  }
})

test('two conversations of one character at the same time do not hear each other', async () => {
  const card = cardOf()
  const alone = await talk(customer(5), FIXED_SCRIPT)
  const [one, other] = [customer(5, card), customer(6, card)]
  const turns = [await one.open()]
  await other.open()
  for (const [at, text] of FIXED_SCRIPT.entries()) {
    turns.push(await one.answer([heard(lexicon, 2 * at + 2, text)]))
    await other.answer([heard(lexicon, 2 * at + 2, FIXED_SCRIPT.at(-1 - at) ?? '')])
  }
  expect(turns.slice(0, alone.length)).toEqual(alone)
})

test.each([
  'What is your order number?',
  'Shall I send a new one to Mill Lane?',
  'Would you be so kind and name the colour of the handle?',
  'I have sent you a new one.',
])('words that were heard before are heard the same at another place: %s', (text) => {
  heardTurn([heard(lexicon, 2, text)], lexicon)
  const later = heard(lexicon, 9, text)
  expect(heardTurn([later], lexicon)).toEqual(heardTurn([readAnew(later)], lexicon))
})
