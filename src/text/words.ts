/**
 * Which marks between two letters belong to the word. `none`: a word is a run of letters and digits. `marks`: an apostrophe
 * or a hyphen is part of it, so that `don't` and `e-mail` are one word each.
 */
type WordCut = { readonly inside: 'none' | 'marks' }

const PATTERNS: Readonly<Record<WordCut['inside'], RegExp>> = {
  none: /[\p{L}\p{N}]+/gu,
  marks: /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu,
}

/** The words of a text as they are written. */
export const wordsOf = (text: string, { inside }: WordCut): readonly string[] =>
  text.match(PATTERNS[inside]) ?? []

const WORDY = /[\p{L}\p{N}]/u

/** Whether a text holds a letter or a digit at all. */
export const holdsWord = (text: string): boolean => WORDY.test(text)
