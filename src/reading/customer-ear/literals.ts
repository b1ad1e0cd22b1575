/** A given wording or value in a message, letters and digits compared: the only look at its words that is left to others. */
const LITERAL_CHARACTERS_MIN = 3

export const holdsIn = (text: string, literal: string): boolean =>
  literal.length >= LITERAL_CHARACTERS_MIN && comparable(text).includes(comparable(literal))

const comparable = (text: string): string => text.toLowerCase().replace(/[^a-z0-9@.]/g, '')

const DIGITS_MIN = 4

/** "KT-1074" for "KT-1047": written like the literal, and another one. Only of what has digits enough to be a number of its own. */
export function unlikeIn(text: string, literal: string): readonly string[] {
  if ((literal.match(/\d/g) ?? []).length < DIGITS_MIN || /\s/.test(literal)) return []
  const form = new RegExp(
    `(?<![\\w@.-])${[...literal].map((one) => (/\d/.test(one) ? '\\d' : /[a-z]/i.test(one) ? one : `\\${one}`)).join('')}(?![\\w@-])`,
    'gi',
  )
  return [...new Set(text.match(form) ?? [])].filter((found) => found.toLowerCase() !== literal.toLowerCase())
}
