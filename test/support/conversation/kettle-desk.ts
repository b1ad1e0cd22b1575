import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { Lexicon } from '../../../src/base/values/lexicon.ts'
import { Card } from '../../../src/cards/card.ts'
import { Tactic } from '../../../src/cards/tactic.ts'
import type { Customer, CustomerTurn } from '../../../src/conversation/customer/customer.ts'
import { heard } from '../reading/heard.ts'

/** A made-up desk for tests of this room. */
export const lexicon: Lexicon = Lexicon.parse(
  parse(readFileSync('test/support/conversation/kettle-lexicon.yaml', 'utf8')),
)

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
