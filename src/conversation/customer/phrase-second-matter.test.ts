import { expect, test } from 'vitest'
import { cardOf, lexicon, talk } from '../../../test/support/conversation/kettle-desk.ts'
import { Lexicon } from '../../base/values/lexicon.ts'
import { customerEar } from '../../reading/customer-ear/ear.ts'
import { en } from './phrases/en.ts'
import { scriptedCustomer } from './scripted-customer.ts'

/** The second matter of a customer at a desk that calls it so. */
async function secondMatter(name: string): Promise<string> {
  const desk = Lexicon.parse({
    ...lexicon,
    intents: { ...lexicon.intents, invoice: { ...lexicon.intents.invoice, name } },
  })
  const first = cardOf().requests[0]
  const card = cardOf({
    requests: [first, { intent: 'invoice', wants: 'an invoice', knows: {}, comes: 'after-first' }],
  })
  const customer = scriptedCustomer({
    card,
    opens: null,
    tactic: null,
    intensity: 0,
    lexicon: desk,
    seed: 7,
    ear: customerEar(desk),
  })
  const [, answer] = await talk(customer, ['I have sent you a new one. Is there anything else?'])
  return answer?.text ?? ''
}

test('an emergency is not brought up as one more thing', async () => {
  const { alarm, another } = en
  const begins = (text: string, words: readonly string[]) =>
    words.some((word) => text.toLowerCase().includes(word.toLowerCase()))
  const urgent = await secondMatter('an emergency')
  expect(begins(urgent, alarm)).toBe(true)
  expect(begins(urgent, another)).toBe(false)
  expect(begins(await secondMatter('an invoice'), another)).toBe(true)
})
