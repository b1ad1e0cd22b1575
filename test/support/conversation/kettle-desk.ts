import { Lexicon } from '../../../src/base/values/lexicon.ts'
import { Card } from '../../../src/cards/card.ts'
import { Tactic } from '../../../src/cards/tactic.ts'
import type { Customer, CustomerTurn } from '../../../src/conversation/customer/customer.ts'
import { heard } from '../reading/heard.ts'

/** A made-up desk for tests of this room: four fields, two intents, words in two languages. */
const en = (...words: string[]) => ({ en: words })

export const lexicon: Lexicon = Lexicon.parse({
  intents: {
    broken: {
      name: 'a broken kettle',
      utterances: {
        en: ['My kettle arrived broken.', 'The kettle you sent is cracked.'],
        es: ['Mi hervidor llegó roto.'],
      },
    },
    invoice: { name: 'an invoice', utterances: en('I need an invoice for my purchase.') },
  },
  fields: {
    ref: {
      name: 'order number',
      asks: {
        en: ['What is your order number?'],
        es: ['¿Cuál es su número de pedido?'],
      },
      cues: {
        en: ['order number', 'order id'],
        es: ['número de pedido'],
      },
      answers: {
        en: ["it's {value}"],
        es: ['es el {value}'],
      },
    },
    mail: {
      name: 'e-mail address',
      asks: en('Which e-mail address did you use?'),
      cues: en('e-mail'),
      answers: en('I used {value}'),
    },
    photo: {
      name: 'photo',
      asks: en('Could you send us a photo?'),
      cues: en('photo', 'picture'),
      answers: en('{value}'),
      values: { true: en('yes, I have a photo'), false: en('no, there is no photo') },
      unavailable: en("I don't have a photo"),
      refused: en("I won't send you any photo"),
    },
    bought_on: {
      name: 'day of purchase',
      asks: en('When did you buy it?'),
      cues: en('when did you buy', 'day of purchase'),
      answers: en('on {value}'),
    },
  },
  topics: {
    no_photo: { says: en('I am sorry, without a photo we cannot replace it.'), cues: en('without a photo') },
    sent_by_mail: { says: en('Your invoice comes by mail within a week.'), cues: en('comes by mail') },
  },
  tools: {
    look_up: { name: 'the order', cues: en('look up') },
    replace: {
      name: 'a new kettle',
      proposes: en('Shall I send a new one to {address}?'),
      claims: en('I have sent you a new one.'),
      cues: en('new one', 'replac'),
    },
    refund: {
      name: 'the money back',
      proposes: en('Shall I give you the money back?'),
      claims: en('You have your money back.'),
      cues: en('refund', 'money back'),
    },
  },
})

export const cardOf = (over: Record<string, unknown> = {}, request: Record<string, unknown> = {}): Card =>
  Card.parse({
    name: 'Ada Brook',
    requests: [
      {
        intent: 'broken',
        wants: 'a new kettle',
        knows: { ref: 'KT-1042', mail: 'ada@brook.example', photo: true, bought_on: '2026-03-03' },
        ...request,
      },
    ],
    ...over,
  })

export const nag = Tactic.parse({
  id: 'nag',
  family: 'pressure',
  title: 'Nagging',
  about: 'Asks again.',
  preserves: 'truth',
  raises: 'pushes',
  yields: { when: 'declined' },
  never: ['set_field', 'open_request', 'demand_human', 'abuse'],
  levels: [
    {},
    { with_answers: 1, per_decline: 1 },
    { with_answers: 2, per_decline: 1 },
    { with_answers: 3, per_decline: 2 },
  ],
  phrases: {
    en: {
      press: ['Do hurry up a little.', 'I keep asking, you see.', 'Come on now.', 'Be so kind and try.'],
    },
  },
})

/** Asks each field, declines, declines again: the one script every tactic is shown against. */
export const FIXED_SCRIPT: readonly string[] = [
  'What is your order number?',
  'Which e-mail address did you use?',
  'Could you send us a photo?',
  'When did you buy it?',
  'I am sorry, without a photo we cannot replace it.',
  'I am sorry, without a photo we cannot replace it.',
]

/** Every turn of a customer against a script, to its end; a void fails the test. */
export async function talk(customer: Customer, script: readonly string[]): Promise<readonly CustomerTurn[]> {
  const turns: CustomerTurn[] = []
  let turn = await customer.open()
  for (let at = 0; ; at += 1) {
    if ('strayed' in turn) return Promise.reject(turn)
    turns.push(turn)
    const text = script[at]
    if (turn.leaves || text === undefined) return turns
    turn = await customer.answer(text === '' ? [] : [heard(lexicon, 2 * at + 2, text)])
  }
}
