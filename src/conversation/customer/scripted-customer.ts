import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Card } from '../../cards/card.ts'
import type { Tactic } from '../../cards/tactic.ts'
import { chance } from './chance.ts'
import type { Customer, CustomerTurn, HeardMessage, Strayed } from './customer.ts'
import { type GateFault, gate } from './gate.ts'
import { type Hearing, hear } from './hear.ts'
import type { Character } from './mind.ts'
import { personalityOf } from './personality.ts'
import { phrase } from './phrase.ts'
import { aloneAt, type Decision, decideFrom, keepIn, openFrom, type Said, startOf } from './standing.ts'
import { takeGiven } from './take-given.ts'
import type { Speaker } from './voice.ts'

/**
 * The embedded customer: no model, same seed same words. In: a card, a tactic at an intensity, the pack's lexicon, a
 * seed. Out: a Customer. It must not know the SOP, the graph, the case or any verdict.
 */
export type CustomerOptions = {
  readonly card: Card
  /** the first message as a person wrote it; null: phrased from the card */
  readonly opens: string | null
  readonly tactic: Tactic | null
  readonly intensity: 0 | 1 | 2 | 3
  readonly lexicon: Lexicon
  readonly seed: number
}

const PHRASINGS_MAX = 2

export function scriptedCustomer(options: CustomerOptions): Customer {
  const { card, tactic, intensity, opens, lexicon, seed } = options
  const who: Character = { card, tactic, intensity, opens }
  const used = new Set<string>()
  const speaker: Speaker = { who, lexicon, personality: personalityOf(seed, who), used }
  const heard: string[] = []
  let standing = startOf(who, lexicon)

  const phraseAnew = ({ plan, passed, said }: Decision): Said | Strayed => {
    let fault: GateFault | null = null
    for (let attempt = 0; attempt < PHRASINGS_MAX; attempt += 1) {
      const { text, quoted, used: wordings } = phrase(speaker, plan, chance(seed, plan.next.turn, attempt))
      const words = [text, ...quoted].join('\n\n')
      fault = passed.includes(words) ? null : gate(text, { who, plan, lexicon, heard, quoted, read: null })
      if (fault !== null) continue
      keepIn(passed, words)
      const made: Said = { seed, text, used: wordings }
      keepIn(said, made)
      return made
    }
    return { strayed: fault ?? 'nothing-to-say' }
  }

  const say = (decision: Decision): CustomerTurn | Strayed => {
    const said = decision.said.find((one) => one.seed === seed) ?? phraseAnew(decision)
    if ('strayed' in said) return said
    standing = decision.after
    for (const wording of said.used) used.add(wording)
    const { act, leaves } = decision.plan
    return { text: said.text, act, leaves }
  }

  const listen = (messages: readonly HeardMessage[]): Hearing => {
    for (const { text } of messages) heard.push(text)
    return hear(messages, lexicon)
  }

  return {
    repeats: true,
    open: () => say(openFrom(who, standing)),
    answer: (messages: readonly HeardMessage[]) => say(decideFrom(who, standing, listen(messages))),
    relive: ({ act }, messages) => {
      const { mind } = standing
      const hearing = listen(messages)
      const decision = mind.turn === 0 ? openFrom(who, standing) : decideFrom(who, standing, hearing)
      // Its own words for this turn count as used too: it must not say them as if they were new.
      say(decision)
      const given = takeGiven(mind, decision.plan, act)
      standing = given === decision.plan.next ? decision.after : aloneAt(given)
    },
  }
}
