import { memo } from '../../base/memo.ts'
import type { CustomerMove } from '../../base/values/acts.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Scalar } from '../../base/values/value.ts'
import type { Card } from '../../cards/card.ts'
import { MONTHS, PLAIN_MONTHS, WEEKDAYS } from '../../text/calendar-words.ts'
import { figuresIn } from '../../text/figures/figures-in.ts'
import { fold } from '../../text/fold.ts'
import { SIGNALS } from './signals.ts'

/** Does a folded text say this value of this field? The lexicon's words for it, or the value itself in a usual writing. */
export function saysValue(
  folded: string,
  move: Extract<CustomerMove, { do: 'tell' }>,
  lexicon: Lexicon,
): boolean {
  const phrases = Object.values(lexicon.fields[move.field]?.values?.[String(move.value)] ?? {}).flat()
  if (phrases.some((wording) => folded.includes(unended(wording)))) return true
  if (typeof move.value === 'boolean')
    return move.value ? !/^\W*no\b/.test(folded) : SIGNALS.lack.test(folded)
  const plain = fold(String(move.value)).replaceAll('_', ' ')
  if (squeeze(folded).includes(squeeze(plain)) || squeeze(folded).includes(squeeze(fold(String(move.value)))))
    return true
  if (/^\d{4}-\d{2}-\d{2}$/.test(plain)) return saysDate(folded, plain)
  if (typeof move.value === 'number') return folded.replace(/(?<=\d)[,.\s](?=\d{3}\b)/g, '').includes(plain)
  return (
    phrases.length > 0 &&
    // A model need not use the lexicon's wording, but must share most of its long words.
    (phrases.some((wording) => shareOf(folded, wording) >= SHARE_MIN) ||
      isNearest(folded, String(move.value), lexicon.fields[move.field]?.values ?? {}))
  )
}

const SHARE_MIN = 0.6
const NEAR_MIN = 0.5
const OTHER_SHARE_MAX = 0.3

const shareOf = (folded: string, wording: string): number => {
  const words = fold(wording).match(/[a-z]{4,}/g) ?? []
  return words.filter((word) => folded.includes(word)).length / Math.max(1, words.length)
}

type Wordings = Readonly<Record<string, readonly string[]>>

/** Of the answers a field has, this one's words are nearest: "no, nothing odd" says "no, nothing of that kind". */
function isNearest(folded: string, value: string, values: Readonly<Record<string, Wordings>>): boolean {
  const nearness = (phrases: Wordings): number =>
    Math.max(0, ...Object.values(phrases).flatMap((list) => list.map((wording) => nearTo(folded, wording))))
  const own = /\bbut\b/.test(folded) ? 0 : nearness(values[value] ?? {})
  // A word of another answer, and it may be that one.
  const isOther = (phrases: Wordings): boolean =>
    Object.values(phrases)
      .flat()
      .some((wording) => shareOf(folded, wording) >= OTHER_SHARE_MAX)
  return (
    own >= NEAR_MIN &&
    Object.entries(values).every(
      ([other, phrases]) => other === value || (!isOther(phrases) && nearness(phrases) < own),
    )
  )
}

/** The share of its words, and half as much again where both begin with a yes or both with a no. */
function nearTo(folded: string, wording: string): number {
  const share = shareOf(folded, wording)
  const says = (text: string): string | undefined => /^\W*(no|not|nothing|yes)\b/.exec(text)?.[1]?.slice(0, 2)
  const first = says(fold(wording))
  return share + (first !== undefined && first === says(folded) ? NEAR_MIN : 0)
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ')
/** The end of a message may be styled, so a wording is looked for without its full stop. */
export const unended = (wording: string): string => fold(wording).replace(/[.!?\s]+$/, '')

/** "7 March", "March 7th", "7.3." and "3/7" all say 2026-03-07. */
function saysDate(folded: string, iso: string): boolean {
  const [, month = '', day = ''] = iso.split('-')
  const dayNumber = Number(day)
  if (!new RegExp(`\\b0?${dayNumber}(?:st|nd|rd|th)?\\b`).test(folded)) return false
  const names = [MONTHS.en, MONTHS.es].map((months) => months[Number(month) - 1]?.slice(0, 3).toLowerCase())
  return new RegExp(`\\b(?:${names.join('|')})|\\b0?${Number(month)}\\b`).test(folded)
}

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
  return (fold(card.hides ?? '').match(/[a-z]{4,}/g) ?? []).filter((word) => !open.includes(word))
})

/** Four of five of the secret's own words in one message give it away. */
export function saysSecret(folded: string, card: Card): boolean {
  if (card.hides === undefined) return false
  if (folded.includes(fold(card.hides))) return true
  const words = secretWords(card)
  if (words.length < 2) return false
  return words.filter((word) => folded.includes(word)).length >= Math.ceil(words.length * 0.8)
}
