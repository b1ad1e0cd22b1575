import { numberOf } from '../tie/words.ts'

const DEADLINE =
  /\b(\d+|[a-z]+) ((?:working |business |calendar )?(?:minutes?|hours?|days?|weeks?|months?))\b/gi

/** What a telling must hold: wordings in quotation marks, word for word, and the times it promises, by value. */
export type Demanded = { readonly quoted: readonly string[]; readonly days: readonly string[] }
export const NOTHING_DEMANDED: Demanded = { quoted: [], days: [] }

export function demandedIn(words: string): Demanded {
  const quoted = [...words.matchAll(/["“]([^"”]{3,400})["”]/g)].map(([, text = '']) =>
    text.replace(/[.!?]$/, ''),
  )
  if (quoted.length > 0) return { quoted, days: [] }
  for (const [, amount = '', unit = ''] of words.matchAll(DEADLINE)) {
    const number = numberOf(amount.toLowerCase())
    if (number !== undefined) return { quoted: [], days: [`${number} ${unit}`] }
  }
  return NOTHING_DEMANDED
}

/** Two tellings that are one. */
export const bothDemanded = (a: Demanded, b: Demanded): Demanded => ({
  quoted: [...a.quoted, ...b.quoted],
  days: [...new Set([...a.days, ...b.days])],
})
