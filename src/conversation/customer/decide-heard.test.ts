import { expect, test } from 'vitest'
import { cardOf, lexicon, talk } from '../../../test/support/conversation/kettle-desk.ts'
import { customerEar } from '../../reading/customer-ear/ear.ts'
import { type CustomerOptions, scriptedCustomer } from './scripted-customer.ts'

const customer = (over: Partial<CustomerOptions> = {}) =>
  scriptedCustomer({
    card: cardOf(),
    opens: null,
    tactic: null,
    intensity: 0,
    lexicon,
    seed: 7,
    ear: customerEar(lexicon),
    ...over,
  })

const SENT = 'I have sent you a new one.'

test.each([
  'Is there another matter in which I can assist?',
  'Does that conclude your list for today?',
  'Is anything left that you would like to raise?',
  'Please tell me if there is anything else you need from us.',
  'Will you sleep better with that?',
])('told that it is done, a customer answers that and not: %s', async (closing) => {
  const [, answer] = await talk(customer(), [`${SENT} ${closing}`])
  const moves = answer?.act.moves.map((move) => move.do)
  expect(moves).toContain('thank')
  expect(moves).not.toContain('tell')
})

test('a question before anything else is none that closes', async () => {
  const [, answer] = await talk(customer(), ['Before anything else: could you send us a photo?'])
  expect(answer?.act.moves).toEqual([{ do: 'tell', request: 'r1', field: 'photo', value: true }])
})

test('asked for a moment again and again, everybody loses patience, and tells nothing', async () => {
  const turns = await talk(
    customer(),
    Array.from({ length: 40 }, () => 'One moment, please.'),
  )
  expect(turns.at(-1)?.act.moves).toEqual([{ do: 'leave', because: 'patience' }])
  expect(turns.flatMap(({ act }) => act.moves).filter((move) => move.do === 'tell')).toEqual([])
})

test('whether the address on file is right: yes, unless the customer wants it at another one', async () => {
  const script = ['Would it still go to 7 Mill Lane?']
  const [, plain] = await talk(customer(), script)
  expect(plain?.text).toMatch(/\b(?:yes|yep|correct|right)\b/i)
  const elsewhere = cardOf({}, { because: 'I have moved', says_no_to: ['replace'] })
  const [, moved] = await talk(customer({ card: elsewhere }), script)
  expect(moved?.text).toMatch(/^no.*moved/i)
  expect(moved?.act.moves).toEqual([])
})

test('a no that names what was told is no question for it', async () => {
  const [, told, answer] = await talk(customer(), [
    'What is your order number?',
    'We would need the order number of a kettle that is in warranty. I am sorry, without a photo we cannot replace it.',
  ])
  expect(told?.text).toContain('KT-1042')
  expect(answer?.text).not.toContain('KT-1042')
})

test('yes to what is left after a no says so', async () => {
  const [, answer] = await talk(customer(), [
    'I am sorry, I cannot give you the money back. Shall I send a new one to Mill Lane?',
  ])
  expect(answer?.act.moves).toEqual([{ do: 'agree', request: 'r1', proposal: 2 }])
  expect(answer?.text).toMatch(RELUCTANT)
  expect(answer?.text).not.toMatch(/please/i)
})

test('yes to less than was wanted is reluctant, and nobody thanks for it', async () => {
  const card = cardOf({}, { wants: 'a new kettle for nothing', instead: ['costs'] })
  const [, answer, close] = await talk(customer({ card }), [
    'Shall I send a new one to Mill Lane, for a fee of 9 euros?',
    'I have sent you a new one.',
  ])
  expect(answer?.act.moves).toEqual([{ do: 'agree', request: 'r1', proposal: 2 }])
  expect(answer?.text).toMatch(RELUCTANT)
  expect(close?.act.moves).toEqual([{ do: 'leave', because: 'satisfied' }])
  const [, glad] = await talk(customer({ card }), ['Shall I send a new one to Mill Lane, free of charge?'])
  expect(glad?.text).not.toMatch(RELUCTANT)
})

const RELUCTANT = /^(?:fine|well|if there|okay, if|all right, then)\b/i

test.each(['Please attach it here.', 'Could you send it to me now?'])(
  'told of a photo, a customer who is to send it speaks of it and of nothing else: %s',
  async (asks) => {
    const [, , answer] = await talk(customer(), ['Could you send us a photo?', asks])
    expect(answer?.act.moves).toEqual([{ do: 'tell', request: 'r1', field: 'photo', value: true }])
  },
)

test('of the ways left after a no a customer chooses none and does not ask what is meant', async () => {
  const [, answer] = await talk(customer(), [
    'I am sorry, without a photo we cannot replace it. You can keep it or bring it to a shop. Which would you like?',
  ])
  expect(answer?.act.moves).toEqual([])
  expect(answer?.text).toMatch(/as it is/)
})

test('told something nobody could read, a customer says its wish again, and is not satisfied', async () => {
  const [, wish, answer] = await talk(customer(), [
    'The blue lid goes round on Tuesdays.',
    'Is there anything else I can do for you?',
  ])
  expect(wish?.act.moves).toEqual([])
  expect(wish?.text).toMatch(/kettle/i)
  expect(answer?.act.moves).toEqual([])
  expect(answer?.text).not.toMatch(/^no, /i)
})

test('a kindness settles nothing: whoever is asked for more protests', async () => {
  const [, , answer] = await talk(customer(), [
    'Thank you for telling me.',
    'Is there anything else I can do for you?',
  ])
  expect(answer?.act.moves).toEqual([])
  expect(answer?.text).not.toMatch(/^no, /i)
})

test('a yes or no that is asked for in so many words is no riddle', async () => {
  const [, answer] = await talk(customer(), ['A call from the workshop? Yes or no.'])
  expect(answer?.act.moves).toEqual([{ do: 'agree', request: 'r1', proposal: 2 }])
})
