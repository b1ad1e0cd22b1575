import { memo } from '../../base/memo.ts'
import type { Scalar } from '../../base/values/value.ts'
import type { Card } from '../../cards/card.ts'
import { MONTHS, PLAIN_MONTHS, WEEKDAYS } from '../../text/calendar-words.ts'
import { figuresIn } from '../../text/figures/figures-in.ts'
import { fold } from '../../text/fold.ts'

/** What in a text could be a fact: numbers, addresses, days and months, counted things. */
const NUMBERS = /\d+/g
const NAMED_TIMES = new RegExp(
  `\\b(?:${[...WEEKDAYS.en, ...WEEKDAYS.es, ...PLAIN_MONTHS].join('|')})\\b`,
  'g',
)
const ADDRESSES = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** The facts of a folded text that stand in none of the sources. */
export function strangeFact(folded: string, sources: () => string): string | undefined {
  const found = [NUMBERS, NAMED_TIMES, ADDRESSES].flatMap((pattern) => folded.match(pattern) ?? [])
  found.push(...countedIn(folded))
  if (found.length === 0) return undefined
  const known = withMonths(sources())
  const numbers = new Set((known.match(NUMBERS) ?? []).map(plainNumber))
  return found.find((fact) => (/^\d+$/.test(fact) ? !numbers.has(plainNumber(fact)) : !known.includes(fact)))
}

const plainNumber = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

/** "three weeks", "ten euros", "four times", in words */
const countedIn = (folded: string): readonly string[] =>
  figuresIn(folded).flatMap(({ kind, said, end, written, numbers }) =>
    written === 'words' &&
    numbers.some(({ value }) => value > 1) &&
    (kind === 'span' || kind === 'money' || /^ times\b/.test(folded.slice(end, end + 7)))
      ? [kind === 'number' ? `${said} times` : said]
      : [],
  )

/** "7 April" says no more than 2026-04-07. */
const withMonths = (known: string): string =>
  `${known} ${[...known.matchAll(/\b\d{4}-(\d{2})-\d{2}\b/g)].map(([, month]) => MONTHS.en[Number(month) - 1]?.toLowerCase() ?? '').join(' ')}`

/** Values that would give something away if they stood in a message too early; yes, no and small words give nothing away. */
export const isTelling = (value: Scalar): value is string | number =>
  typeof value !== 'boolean' && (/\d|@/.test(String(value)) || /^[^_]{8,}$/.test(String(value)))

/** The words of `hides` that are the secret: long ones the customer may not say anyway. */
export const secretWords = memo((card: Card): readonly string[] => {
  const open = fold(`${card.lies ?? ''} ${card.requests.map(({ wants }) => wants).join(' ')}`)
  const words = (fold(card.hides ?? '').match(/[a-z]{4,}/g) ?? []).filter((word) => !open.includes(word))
  return words
})

/** Four of five of the secret's own words in one message give it away. */
export function saysSecret(folded: string, card: Card): boolean {
  if (card.hides === undefined) return false
  if (folded.includes(fold(card.hides))) return true
  const words = secretWords(card)
  if (words.length < 2) return false
  return words.filter((word) => folded.includes(word)).length >= Math.ceil(words.length * 0.8)
}
