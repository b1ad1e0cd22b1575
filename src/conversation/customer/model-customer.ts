import type { ChatMessage, ChatModel } from '../../models/chat-model.ts'
import type { Customer, CustomerTurn, HeardMessage, Strayed } from './customer.ts'
import { decide, decideOpening } from './decide.ts'
import type { Plan } from './draft.ts'
import { type GateFault, gate } from './gate.ts'
import { heardTurn } from './hear.ts'
import { type Character, type Mind, newMind } from './mind.ts'
import { phrasingPrompt } from './model-phrase.ts'
import { besideOpening } from './opening.ts'
import type { CustomerOptions } from './scripted-customer.ts'
import { strayInstead } from './stray-instead.ts'

/**
 * The customer of LLM mode: a model puts the customer's acts into words. What it heard is the reading of the agent's
 * messages, what it does is decided by the same pure step as in the scripted mode; the model never chooses the act.
 */
const PHRASINGS_MAX = 2

export function modelCustomer({
  model,
  ...options
}: CustomerOptions & { readonly model: ChatModel }): Customer {
  const { card, tactic, intensity, opens, lexicon } = options
  const who: Character = { card, tactic, intensity, opens }
  const heard: string[] = []
  const talk: ChatMessage[] = []
  let mind: Mind = newMind(card)

  const say = async (plan: Plan): Promise<CustomerTurn | Strayed> => {
    const written = plan.next.turn === 1 ? opens : null
    let fault: GateFault | null = null
    for (let attempt = 0; attempt < PHRASINGS_MAX; attempt += 1) {
      const text = written === null ? await phrased(plan, fault) : await afterOpening(written, plan, fault)
      fault = gate(text, { who, plan, lexicon, heard, quoted: written === null ? [] : [written] })
      if (fault !== null) continue
      mind = plan.next
      // Seen from the model that writes the customer, the agent is the user.
      talk.push({ role: 'assistant', content: text })
      return { text, act: plan.act, leaves: plan.leaves }
    }
    return { strayed: fault ?? 'nothing-to-say' }
  }

  /** A first message that a person wrote needs no model, unless the tactic has more to say at once. */
  const afterOpening = async (written: string, plan: Plan, fault: GateFault | null): Promise<string> => {
    const rest = besideOpening(who, plan)
    return rest.act.moves.length === 0 ? written : `${written} ${await phrased(rest, fault)}`
  }

  const phrased = async (plan: Plan, fault: GateFault | null): Promise<string> => {
    const { system, messages } = phrasingPrompt({ who, lexicon }, plan, talk)
    const again = fault === null ? '' : `\nYour last try was wrong (${fault}). Say exactly what is listed.`
    const reply = await model.complete({ system: `${system}${again}`, messages })
    return reply.text.trim()
  }

  const hear = (messages: readonly HeardMessage[]): void => {
    for (const { text } of messages) {
      heard.push(text)
      talk.push({ role: 'user', content: text })
    }
  }

  return {
    open: () => strayInstead(say(decideOpening(who, mind))),
    answer: (messages) => {
      hear(messages)
      return strayInstead(say(decide(who, mind, heardTurn(messages, lexicon))))
    },
    relive: ({ text }, messages) => {
      const isFirst = talk.length === 0
      hear(messages)
      mind = (isFirst ? decideOpening(who, mind) : decide(who, mind, heardTurn(messages, lexicon))).next
      talk.push({ role: 'assistant', content: text })
    },
  }
}
