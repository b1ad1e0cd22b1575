import { sha256 } from '../../base/hash.ts'

const DIGITS = 12

/** Of a sentence: white space and the case of letters make no difference. */
export const printOfText = (text: string): string =>
  sha256(text.toLowerCase().replaceAll(/\s+/g, ' ').trim()).slice(0, DIGITS)

/** Of a gloss in the graph's own names. The lexicon's wordings are left out: a better wording changes no rule. */
export const printOfGloss = (gloss: string): string => sha256(gloss).slice(0, DIGITS)
