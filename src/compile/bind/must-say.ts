import { numberOf, numberWord } from '../tie/words.ts'

const DEADLINE =
  /\b(\d+|[a-z]+) ((?:working |business |calendar )?(?:minutes?|hours?|days?|weeks?|months?))\b/gi

/** Words a telling must hold: a wording in quotation marks, or the time it promises, in digits or in words. */
export function mustSayIn(words: string): readonly string[] {
  const quoted = [...words.matchAll(/["“]([^"”]{3,400})["”]/g)].map(([, text = '']) =>
    text.replace(/[.!?]$/, ''),
  )
  if (quoted.length > 0) return quoted
  for (const [, amount = '', unit = ''] of words.matchAll(DEADLINE)) {
    const number = numberOf(amount.toLowerCase())
    if (number === undefined) continue
    const word = numberWord(number)
    return word === undefined ? [`${number} ${unit}`] : [`${number} ${unit}`, `${word} ${unit}`]
  }
  return []
}
