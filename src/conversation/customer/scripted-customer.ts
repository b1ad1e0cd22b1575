import type { Lexicon } from '../../base/values/lexicon.ts'
import { chance } from './chance.ts'
import type { Confirmation, Customer, CustomerTurn, Ear, HeardMessage } from './customer.ts'
import { decide, decideOpening } from './decide.ts'
import type { Plan } from './draft.ts'
import { type Character, newMind } from './mind.ts'
import { personalityOf } from './personality.ts'
import { phrase } from './phrase.ts'
import { takeGiven } from './take-given.ts'
import type { Listened } from './turn.ts'
import type { Speaker } from './voice.ts'

/**
 * The embedded customer: no model, same seed same words. In: a card, a tactic at an intensity, the pack's lexicon, a
 * seed. Out: a Customer. It must not know the SOP, the graph, the case or any verdict.
 */
export type CustomerOptions = Character & {
  readonly lexicon: Lexicon
  readonly seed: number
  /** what it makes of a message: by patterns of words, or by a model */
  readonly ear: Ear
}

/** The phrase book's words for a plan. Each plan is put into words once: no wording is said again while there are others. */
export function bookWords(who: CustomerOptions): (plan: Plan) => string {
  const { lexicon, seed } = who
  const used = new Set<string>()
  const speaker: Speaker = { who, lexicon, personality: personalityOf(seed, who), used }
  return (plan) => {
    const { text, used: wordings } = phrase(speaker, plan, chance(seed, plan.next.turn, 0))
    for (const wording of wordings) used.add(wording)
    return text
  }
}

export function scriptedCustomer(who: CustomerOptions): Customer {
  const { card, ear } = who
  const words = bookWords(who)
  let mind = newMind(card)

  const listen = (messages: readonly HeardMessage[], confirmed?: readonly Confirmation[]): Plan =>
    decide(who, mind, hearAll(messages, ear), confirmed ?? null)

  const say = (plan: Plan): CustomerTurn => {
    const text = words(plan)
    mind = plan.next
    return { text, act: plan.act, leaves: plan.leaves }
  }

  return {
    repeats: true,
    open: () => say(decideOpening(who, mind)),
    answer: (messages, confirmed) => say(listen(messages, confirmed)),
    relive: ({ act }, messages, confirmed) => {
      const before = mind
      const plan = mind.turn === 0 ? decideOpening(who, mind) : listen(messages, confirmed)
      // Its own words for this turn count as used too: it must not say them as if they were new.
      say(plan)
      mind = takeGiven(before, plan, act)
    },
  }
}

/** Behind this nobody sees an agent's words. */
export const hearAll = (messages: readonly HeardMessage[], ear: Ear): readonly Listened[] =>
  messages.map((message) => ({ n: message.n, heard: ear(message) }))
