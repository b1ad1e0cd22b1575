import type { Span } from './span.ts'

export type Word = Span & { readonly text: string }

/**
 * Which marks between two letters belong to the word. `none`: a word is a run of letters and digits. `marks`: an apostrophe
 * or a hyphen is part of it, so that `don't` and `e-mail` are one word each.
 */
export type WordCut = { readonly inside: 'none' | 'marks' }

const PATTERNS: Readonly<Record<WordCut['inside'], RegExp>> = {
  none: /[\p{L}\p{N}]+/gu,
  marks: /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu,
}

/** The words of a text as they are written. */
export const wordsOf = (text: string, { inside }: WordCut): readonly string[] =>
  text.match(PATTERNS[inside]) ?? []

/** The words of a text and where they are. */
export const wordsIn = (text: string, { inside }: WordCut): readonly Word[] =>
  Array.from(text.matchAll(PATTERNS[inside]), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }))

const WORDY = /[\p{L}\p{N}]/u

/** Whether a text holds a letter or a digit at all. */
export const holdsWord = (text: string): boolean => WORDY.test(text)
