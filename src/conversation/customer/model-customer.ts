import type { HeardAct } from '../../base/values/acts.ts'
import type { DeskLists } from '../../base/values/desk-lists.ts'
import type { Reading } from '../../base/values/reading.ts'
import type { ChatMessage, ChatModel } from '../../models/chat-model.ts'
import { ModelFailed } from '../../models/model-failed.ts'
import { readCustomerMessage } from '../../reading/lexical/customer/read-customer-message.ts'
import type { Confirmation, Customer, CustomerTurn, HeardMessage, Strayed } from './customer.ts'
import { decide, decideOpening } from './decide.ts'
import type { Plan } from './draft.ts'
import { gate } from './gate.ts'
import { type Mind, newMind } from './mind.ts'
import { heardAs, hearsOf, likelyHearings } from './model-heard.ts'
import { ordersOf, readTurn, turnRequest } from './model-phrase.ts'
import { besideOpening } from './opening.ts'
import { bookWords, type CustomerOptions, hearAll } from './scripted-customer.ts'
import { shownWith } from './shown.ts'
import { takeGiven } from './take-given.ts'

/**
 * The customer of LLM mode: one call a turn hears the agent's messages by the desk's closed lists and words the replies that
 * may follow. What the customer does is decided by the same table as in the scripted mode; the model never chooses the act.
 * Where it worded another reply, or its words fail the gate, the phrase book's are said.
 */
const REPLIES_MAX = 12

/** `planFor`: what the customer does if this was heard; null: what the ear heard, which is `own`. */
type Hearing = {
  readonly planFor: (hears: readonly HeardAct[] | null) => Plan
  readonly own: readonly HeardAct[]
  readonly likely: readonly (readonly HeardAct[])[]
}

export function modelCustomer({
  model,
  lists,
  ...who
}: CustomerOptions & { readonly model: ChatModel; readonly lists: DeskLists }): Customer {
  const { card, opens, lexicon, ear } = who
  const words = bookWords(who)
  const heard: string[] = []
  const talk: ChatMessage[] = []
  let mind: Mind = newMind(card)
  let answers: Reading | null = null

  const say = async ({ planFor, own, likely }: Hearing): Promise<CustomerTurn | Strayed> => {
    // A first message that a person wrote needs no model, unless the tactic has more to say at once.
    const written = mind.turn === 0 ? opens : null
    const worded = (plan: Plan): Plan => (written === null ? plan : besideOpening(who, plan))
    const orders = (plan: Plan): string => ordersOf(who, lexicon, worded(plan))
    const first = planFor(null)
    const replies = new Map([[orders(first), own]])
    for (const hears of likely) {
      const reply = orders(planFor(hears))
      if (!replies.has(reply) && replies.size < REPLIES_MAX) replies.set(reply, hears)
    }
    const isAsked = written === null || worded(first).act.moves.length > 0
    const request = turnRequest(who, first.act, lists, replies, talk)
    const turn = isAsked ? readTurn((await model.complete(request)).text, lists) : null
    // A model that hears what the ear hears adds nothing: the form of the words stays as it was read.
    const isNew = turn !== null && likely.length > 0 && JSON.stringify(turn.hears) !== JSON.stringify(own)
    const plan = isNew ? planFor(turn.hears) : first
    const book = words(plan)
    const at = [...replies.keys()].indexOf(orders(plan)) + 1
    const said = turn?.says.find(({ reply }) => reply === at)?.text.trim() ?? ''
    const text = (isAsked ? fitting(said, written, plan) : written) ?? book
    mind = plan.next
    // Seen from the model that writes the customer, the agent is the user.
    talk.push({ role: 'assistant', content: text })
    return { text, act: isNew ? { ...plan.act, heard: turn.hears } : plan.act, leaves: plan.leaves }
  }

  /** The model's words with what is shown beside them, if they say what the plan says and nothing else. */
  const fitting = (said: string, written: string | null, plan: Plan): string | null => {
    const shown = shownWith({ who, lexicon }, plan)
    const text = [written === null ? said : `${written} ${said}`, ...shown].join('\n\n')
    const quoted = written === null ? shown : [written, ...shown]
    const read = readCustomerMessage(text, lists, answers)
    return said !== '' && gate(text, { who, plan, lexicon, heard, quoted, read }) === null ? text : null
  }

  /** What the agent's messages come to, and what they may come to for the model. */
  const hear = (messages: readonly HeardMessage[], confirmed?: readonly Confirmation[]): Hearing => {
    for (const { text, reading } of messages) {
      answers = reading
      heard.push(text)
      talk.push({ role: 'user', content: text })
    }
    if (mind.turn === 0) return { planFor: () => decideOpening(who, mind), own: [], likely: [] }
    const listened = hearAll(messages, ear)
    return {
      planFor: (hears) =>
        decide(who, mind, hears === null ? listened : heardAs(listened, hears), confirmed ?? null),
      own: hearsOf(listened),
      likely: messages.length === 0 ? [] : likelyHearings(mind),
    }
  }

  return {
    open: () => strayInstead(say(hear([]))),
    answer: (messages, confirmed) => strayInstead(say(hear(messages, confirmed))),
    relive: ({ text, act }, messages, confirmed) => {
      const plan = hear(messages, confirmed).planFor(act.heard ?? null)
      // The book's words for this turn count as used in a talk that was not stopped, too.
      words(plan)
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
