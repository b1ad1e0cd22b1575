import type { CustomerMove } from '../../base/values/acts.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import { MONTHS } from '../../text/calendar-words.ts'
import { fold } from '../../text/fold.ts'
import type { Signals } from './signals.ts'

/** Does a folded text say this value of this field? The lexicon's words for it, or the value itself in a usual writing. */
export function saysValue(
  folded: string,
  move: Extract<CustomerMove, { do: 'tell' }>,
  { lexicon, signals }: { readonly lexicon: Lexicon; readonly signals: Signals },
): boolean {
  const phrases = Object.values(lexicon.fields[move.field]?.values?.[String(move.value)] ?? {}).flat()
  if (phrases.some((wording) => folded.includes(bare(wording)))) return true
  if (typeof move.value === 'boolean')
    return move.value ? !/^\W*no\b/.test(folded) : signals.lack.test(folded)
  const plain = fold(String(move.value)).replaceAll('_', ' ')
  if (squeeze(folded).includes(squeeze(plain)) || squeeze(folded).includes(squeeze(fold(String(move.value)))))
    return true
  if (/^\d{4}-\d{2}-\d{2}$/.test(plain)) return saysDate(folded, plain)
  if (typeof move.value === 'number') return folded.replace(/(?<=\d)[,.\s](?=\d{3}\b)/g, '').includes(plain)
  return (
    phrases.length > 0 &&
    (phrases.some((wording) => sharesWords(folded, wording)) ||
      isNearest(folded, String(move.value), lexicon.fields[move.field]?.values ?? {}))
  )
}

const NEAR_MIN = 0.5
const OTHER_SHARE_MAX = 0.3

const shareOf = (folded: string, wording: string): number => {
  const words = fold(wording).match(/[a-z]{4,}/g) ?? []
  return words.filter((word) => folded.includes(word)).length / Math.max(1, words.length)
}

/** Of the answers a field has, this one's words are nearest: "no, nothing odd" says "no, nothing of that kind". */
function isNearest(
  folded: string,
  value: string,
  values: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
): boolean {
  const nearness = (phrases: Readonly<Record<string, readonly string[]>>): number =>
    Math.max(0, ...Object.values(phrases).flatMap((list) => list.map((wording) => nearTo(folded, wording))))
  const own = /\bbut\b/.test(folded) ? 0 : nearness(values[value] ?? {})
  // A word of another answer, and it may be that one.
  const isOther = (phrases: Readonly<Record<string, readonly string[]>>): boolean =>
    Object.values(phrases)
      .flat()
      .some((wording) => shareOf(folded, wording) >= OTHER_SHARE_MAX)
  return (
    own >= NEAR_MIN &&
    Object.entries(values).every(([other, phrases]) => other === value || !isOther(phrases)) &&
    Object.entries(values).every(([other, phrases]) => other === value || nearness(phrases) < own)
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
const bare = (wording: string): string => fold(wording).replace(/[.!?\s]+$/, '')

/** "7 March", "March 7th", "7.3." and "3/7" all say 2026-03-07. */
function saysDate(folded: string, iso: string): boolean {
  const [, month = '', day = ''] = iso.split('-')
  const dayNumber = Number(day)
  if (!new RegExp(`\\b0?${dayNumber}(?:st|nd|rd|th)?\\b`).test(folded)) return false
  const names = [MONTHS.en, MONTHS.es].map((months) => months[Number(month) - 1]?.slice(0, 3).toLowerCase())
  return new RegExp(`\\b(?:${names.join('|')})|\\b0?${Number(month)}\\b`).test(folded)
}

/** A model need not use the lexicon's wording, but must share most of its long words. */
function sharesWords(folded: string, wording: string): boolean {
  const words = fold(wording).match(/[a-z]{4,}/g) ?? []
  return words.length > 0 && words.filter((word) => folded.includes(word)).length >= words.length * 0.6
}
