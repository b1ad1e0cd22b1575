import type { DeskLists } from '../../base/values/desk-lists.ts'
import type { Reading } from '../../base/values/reading.ts'
import type { ChatMessage, ChatModel } from '../../models/chat-model.ts'
import { ModelFailed } from '../../models/model-failed.ts'
import { readCustomerMessage } from '../../reading/lexical/customer/read-customer-message.ts'
import type { Customer, CustomerTurn, HeardMessage, Strayed } from './customer.ts'
import { decide, decideOpening } from './decide.ts'
import type { Plan } from './draft.ts'
import { gate } from './gate.ts'
import { type Character, type Mind, newMind } from './mind.ts'
import { againWords, type Failed, phrasingPrompt } from './model-phrase.ts'
import { besideOpening } from './opening.ts'
import { type CustomerOptions, hearAll } from './scripted-customer.ts'
import { shownWith } from './shown.ts'
import { takeGiven } from './take-given.ts'

/**
 * The customer of LLM mode: a model puts the customer's acts into words. What it heard is the reading of the agent's
 * messages, what it does is decided by the same pure step as in the scripted mode; the model never chooses the act.
 */
const PHRASINGS_MAX = 3

export function modelCustomer({
  model,
  lists,
  ...options
}: CustomerOptions & { readonly model: ChatModel; readonly lists: DeskLists }): Customer {
  const { card, tactic, intensity, opens, lexicon, ear } = options
  const who: Character = { card, tactic, intensity, opens }
  const heard: string[] = []
  const talk: ChatMessage[] = []
  let mind: Mind = newMind(card)
  let answers: Reading | null = null

  const say = async (plan: Plan): Promise<CustomerTurn | Strayed> => {
    const written = plan.next.turn === 1 ? opens : null
    let failed: Failed | null = null
    for (let attempt = 0; attempt < PHRASINGS_MAX; attempt += 1) {
      const text: string =
        written === null ? await phrased(plan, failed) : await afterOpening(written, plan, failed)
      const read = text === written ? null : readCustomerMessage(text, lists, answers)
      const quoted = [...(written === null ? [] : [written]), ...shownWith({ who, lexicon }, plan)]
      const fault = gate(text, { who, plan, lexicon, heard, quoted, read })
      if (fault !== null) {
        failed = { fault, text }
        continue
      }
      mind = plan.next
      // Seen from the model that writes the customer, the agent is the user.
      talk.push({ role: 'assistant', content: text })
      return { text, act: plan.act, leaves: plan.leaves }
    }
    return { strayed: failed?.fault ?? 'nothing-to-say' }
  }

  /** A first message that a person wrote needs no model, unless the tactic has more to say at once. */
  const afterOpening = async (written: string, plan: Plan, failed: Failed | null): Promise<string> => {
    const rest = besideOpening(who, plan)
    return rest.act.moves.length === 0 ? written : `${written} ${await phrased(rest, failed)}`
  }

  const phrased = async (plan: Plan, failed: Failed | null): Promise<string> => {
    const { system, messages } = phrasingPrompt({ who, lexicon }, plan, talk)
    const again = failed === null ? '' : `\n${againWords(failed)}`
    const reply = await model.complete({ system: `${system}${again}`, messages })
    return [reply.text.trim(), ...shownWith({ who, lexicon }, plan)].join('\n\n')
  }

  const hear = (messages: readonly HeardMessage[]): void => {
    for (const { text, reading } of messages) {
      answers = reading
      heard.push(text)
      talk.push({ role: 'user', content: text })
    }
  }

  return {
    open: () => strayInstead(say(decideOpening(who, mind))),
    answer: (messages, confirmed) => {
      hear(messages)
      return strayInstead(say(decide(who, mind, hearAll(messages, ear), confirmed ?? null)))
    },
    relive: ({ text, act }, messages, confirmed) => {
      const isFirst = talk.length === 0
      hear(messages)
      const plan = isFirst
        ? decideOpening(who, mind)
        : decide(who, mind, hearAll(messages, ear), confirmed ?? null)
      mind = takeGiven(mind, plan, act)
      talk.push({ role: 'assistant', content: text })
    },
  }
}

/** A model that will not play the customer's part leaves the card: the trial is void, and nobody is to blame for it. */
const strayInstead = (turn: Promise<CustomerTurn | Strayed>): Promise<CustomerTurn | Strayed> =>
  turn.catch((error: unknown) => {
    if (error instanceof ModelFailed && error.side === 'model') return { strayed: error.code }
    throw error
  })
