import { chance } from './chance.ts'
import type { Character } from './mind.ts'

/** How this customer writes: drawn once from the seed, the same in every message of the conversation. */
export type Personality = {
  /** 0 terse, 1 usual, 2 chatty */
  readonly chatty: 0 | 1 | 2
  readonly polite: boolean
  readonly lowerCase: boolean
  /** how sentences end: as usual, with nothing, loudly */
  readonly stops: 'usual' | 'none' | 'loud'
  readonly typos: boolean
  readonly signs: boolean
  /** bare words, line by line */
  readonly fragments: boolean
}

/** Whose first message a person wrote goes on writing like that. */
export function personalityOf(seed: number, { card, opens }: Pick<Character, 'card' | 'opens'>): Personality {
  const drawn = { ...drawPersonality(seed), fragments: card.manner.includes('fragments') }
  if (opens === null) return drawn
  const lowerCase = opens === opens.toLowerCase()
  return { ...drawn, lowerCase, typos: drawn.typos && lowerCase }
}

function drawPersonality(seed: number): Omit<Personality, 'fragments'> {
  const roll = chance(seed, 0x5eed)
  return {
    chatty: roll.of([0, 1, 1, 1, 2, 2]),
    polite: roll.percent(55),
    lowerCase: roll.percent(18),
    stops: roll.of(['usual', 'usual', 'usual', 'none', 'loud']),
    typos: roll.percent(14),
    signs: roll.percent(12),
  }
}

/** A slip of the finger in one of the longer words. Only ever applied to words that carry no fact. */
export function slip(text: string, at: number): string {
  const words = [...text.matchAll(/[a-z]{5,}/g)]
  const word = words[at % Math.max(1, words.length)]
  if (word === undefined) return text
  const i = word.index + 1 + (at % (word[0].length - 2))
  return `${text.slice(0, i)}${text[i + 1] ?? ''}${text[i] ?? ''}${text.slice(i + 2)}`
}
