import type { Span } from './layout.ts'

/** Folded words with single blanks, and where each of their characters stood. */
type SingleSpaced = { readonly text: string; readonly placeOf: (at: number) => number }

const SPACES = /[ \t\n]{2,}|[\t\n]/

/** Blanked Markdown and line breaks leave gaps: "is  blocked " is no "is blocked" to a wording. */
export function singleSpaced(words: string): SingleSpaced {
  if (!SPACES.test(words)) return { text: words, placeOf: (at) => at }
  const places: number[] = []
  let text = ''
  for (let at = 0; at < words.length; at += 1) {
    const char = words.charAt(at)
    const isSpace = char === ' ' || char === '\n' || char === '\t'
    if (isSpace && text.endsWith(' ')) continue
    text += isSpace ? ' ' : char
    places.push(at)
  }
  return { text, placeOf: (at) => places[at] ?? words.length }
}

const ALL_SPACES = /[ \t\n]+/g

export const saidIn = (folded: string, { from, to }: Span): string => {
  const words = folded.slice(from, to)
  return SPACES.test(words) ? words.replace(ALL_SPACES, ' ') : words
}
