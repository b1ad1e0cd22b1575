import { flatMap } from '../../base/flat-map.ts'
import type { CustomerAct } from '../../base/values/acts.ts'
import type { CustomerReading } from '../../base/values/customer-reading.ts'
import type { DeskLists } from '../../base/values/desk-lists.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import { readCustomerMessage } from '../../reading/lexical/customer/read-customer-message.ts'
import type { HeardMessage } from './customer.ts'
import { decide, decideOpening } from './decide.ts'
import type { Plan } from './draft.ts'
import { type GateFault, gate } from './gate.ts'
import { heardTurn } from './hear.ts'
import { type Character, type Mind, newMind } from './mind.ts'
import { takeGiven } from './take-given.ts'

/** The fidelity gate for messages that were sent already and are worded again: same card, same acts, other words. */

/** A recorded message of the customer, and what the agent had said since the one before it. */
export type RecordedTurn = { readonly act: CustomerAct; readonly heard: readonly HeardMessage[] }

/** The plans behind recorded messages: who hears the same decides the same. */
export function plansBehind(
  who: Character,
  lexicon: Lexicon,
  turns: readonly RecordedTurn[],
): readonly Plan[] {
  let mind: Mind = newMind(who.card)
  return turns.map(({ act, heard }, at) => {
    const plan = at === 0 ? decideOpening(who, mind) : decide(who, mind, heardTurn(heard, lexicon))
    mind = takeGiven(mind, plan, act)
    return plan
  })
}

export type Rewording = {
  readonly who: Character
  readonly plan: Plan
  readonly lexicon: Lexicon
  readonly lists: DeskLists
  /** the message as it was sent: its facts may be said again */
  readonly original: string
  /** what the agent has said so far, and the last of it as it was read */
  readonly heard: readonly HeardMessage[]
}

/** Why other words for a sent message are not taken; null: they say the same. */
export function rewordingFault(text: string, rewording: Rewording): GateFault | null {
  const { who, plan, lexicon, lists, original, heard } = rewording
  const answers = heard.at(-1)?.reading ?? null
  const read = readCustomerMessage(text, lists, answers)
  const fault = gate(text, {
    // What a person's first message says is not taken for granted: other words have to say it too.
    who: { ...who, opens: null },
    plan,
    lexicon,
    heard: [...heard.map((message) => message.text), original],
    quoted: [],
    read,
  })
  return fault ?? (doesTheSame(read, readCustomerMessage(original, lists, answers)) ? null : 'another-act')
}

const doesTheSame = (a: CustomerReading, b: CustomerReading): boolean => doneIn(a) === doneIn(b)

/** Values are compared by the gate, which knows their usual writings. Pressing is a matter of tone to a reader: the act has it. */
const doneIn = ({ sentences }: CustomerReading): string =>
  [
    ...new Set(
      flatMap(sentences, ({ acts }) => acts)
        .filter(({ kind, sure }) => sure && kind !== 'press')
        .map(({ kind, field }) => `${kind === 'correct' ? 'tell' : kind} ${field ?? ''}`),
    ),
  ]
    .sort()
    .join(', ')
