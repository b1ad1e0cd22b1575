import { memoText } from '../../base/memo.ts'
import { chance } from './chance.ts'
import type { Character } from './mind.ts'

/** How this customer writes: drawn once from the seed, the same in every message of the conversation. */
export type Personality = {
  readonly lowerCase: boolean
  /** ends a message with a full stop */
  readonly stops: boolean
  readonly signs: boolean
  /** bare words, line by line */
  readonly fragments: boolean
}

/** Whose first message a person wrote goes on writing like that. */
export function personalityOf(seed: number, { card, opens }: Pick<Character, 'card' | 'opens'>): Personality {
  const drawn = { ...drawPersonality(seed), fragments: card.manner.includes('fragments') }
  if (opens === null) return drawn
  const lowerCase = isLowerCase(opens)
  return { ...drawn, lowerCase, stops: !lowerCase }
}

/** Sentences begin small; a number ("AQ-1102"), a name or a shout does not change that. A case has one first message, and is played often. */
const isLowerCase = memoText((text): boolean => {
  const begins = text.match(/(?:^|[.!?]\s+)\p{L}/gu) ?? []
  const small = begins.filter((begin) => begin === begin.toLowerCase())
  return /^\p{Ll}/u.test(text) && small.length > begins.length / 2
})

function drawPersonality(seed: number): Omit<Personality, 'fragments'> {
  const roll = chance(seed, 0x5eed)
  return { lowerCase: roll.percent(18), stops: roll.percent(80), signs: roll.percent(12) }
}
