import type { Scalar } from '../../base/values/value.ts'

/**
 * What kind of thing a question wants by its plain words, and what kind a value is: "which number?" wants a code, "when?" a
 * day. Used only to choose what to say to a question nobody could place.
 */
export type Shape = 'mail' | 'day' | 'code' | 'amount' | 'words' | 'choice'

const WANTED: readonly (readonly [Shape, RegExp])[] = [
  ['mail', /\be-?mail\b|\bcorreo\b|\bcourriel\b/],
  ['amount', /\bhow (?:many|long|much)\b|\bweeks\b|\bcuant[oa]s?\b|\bcombien\b|\bwie (?:viele?|lange)\b/],
  ['day', /\b(?:when|date|day|month|year|born|birth\w*|fecha|cuando|quand|jour|wann|datum|tag)\b/],
  ['code', /\b(?:numbers?|no\.|reference|codes?|digits|numero|referencia|nummer)\b/],
  [
    'words',
    /\b(?:names?|surname|phrase|word|password|address|street|where|town|postcode|nombre|direccion|nom|adresse)\b/,
  ],
  [
    'choice',
    /\b(?:why|whether|how|in what way|which of|is|are|was|were|has|have|had|did|does|do|por que|pourquoi|comment|warum|wie)\b/,
  ],
]

export const shapeAsked = (folded: string): Shape | null =>
  WANTED.find(([, words]) => words.test(folded))?.[0] ?? null

export function shapeOf(value: Scalar): Shape {
  if (typeof value === 'boolean') return 'choice'
  if (typeof value === 'number') return 'amount'
  if (value.includes('@')) return 'mail'
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'day'
  if (/^[a-z]+(?:_[a-z]+)*$/.test(value)) return 'choice'
  return /\d/.test(value) && !value.includes(',') ? 'code' : 'words'
}

/** Not a number, a name or an address: something one can be asked about twice. */
export const isStory = (value: Scalar | undefined): boolean =>
  value !== undefined && (shapeOf(value) === 'choice' || isLongText(String(value)))

const STORY_WORDS_MIN = 3
const isLongText = (text: string): boolean => !/\d/.test(text) && text.split(' ').length >= STORY_WORDS_MIN
