import type { Case, Pack } from '../../src/cases/case.ts'
import type { HeardMessage } from '../../src/conversation/customer/customer.ts'
import { scriptedCustomer } from '../../src/conversation/customer/scripted-customer.ts'
import { customerEar } from '../../src/reading/customer-ear/ear.ts'
import { heard as heardMessage } from '../support/reading/heard.ts'
import type { Asked, Script } from './scripted.ts'

/**
 * A model that plays the customer of one case: hears and words what the embedded customer does. Like `playing`, it
 * keeps nothing: it goes through what was said again each time.
 */
export function acting(pack: Pack, theCase: Case): Script {
  return async (asked) => ({ text: await worded(pack, theCase, asked) })
}

async function worded(
  pack: Pack,
  { card, opens, tactic, intensity }: Case,
  { messages, system }: Asked,
): Promise<string> {
  const customer = scriptedCustomer({
    card,
    opens,
    tactic: tactic === null ? null : (pack.tactics.get(tactic) ?? null),
    intensity,
    lexicon: pack.lexicon,
    seed: 1,
    ear: customerEar(pack.lexicon),
  })
  let turn = await customer.open()
  let heard: HeardMessage[] = []
  // Seen from the model that writes the customer, the agent is the user; the customer's opening comes first.
  const opening = messages.findIndex(({ role }) => role === 'assistant')
  for (const [n, message] of messages.slice(opening + 1).entries()) {
    if (message.role === 'user') heard.push(heardMessage(pack.lexicon, n, message.text))
    else if (message.role === 'assistant' && heard.length > 0) {
      turn = await customer.answer(heard)
      heard = []
    }
  }
  if (heard.length > 0) turn = await customer.answer(heard)
  // The first reply listed is the one that follows from what the embedded ear hears.
  const hears: unknown = JSON.parse(system.match(/^Reply 1, if this was heard: (.*)$/m)?.[1] ?? '[]')
  return JSON.stringify({ hears, says: [{ reply: 1, text: 'strayed' in turn ? turn.strayed : turn.text }] })
}
