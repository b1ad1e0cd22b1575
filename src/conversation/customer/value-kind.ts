import type { ValueKind } from '../../base/values/heard.ts'
import type { Scalar } from '../../base/values/value.ts'

/** What kind of thing a value of the card is. Used only to choose what to say to a question nobody could place. */
export function kindOf(value: Scalar): ValueKind {
  if (typeof value === 'boolean') return 'choice'
  if (typeof value === 'number') return 'amount'
  if (value.includes('@')) return 'mail'
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'day'
  if (/^[a-z]+(?:_[a-z]+)*$/.test(value)) return 'choice'
  return /\d/.test(value) && !value.includes(',') ? 'code' : 'words'
}

/** Not a number, a name or an address: something one can be asked about twice. */
export const isStory = (value: Scalar | undefined): boolean =>
  value !== undefined && (kindOf(value) === 'choice' || isLongText(String(value)))

const STORY_WORDS_MIN = 3
const isLongText = (text: string): boolean => !/\d/.test(text) && text.split(' ').length >= STORY_WORDS_MIN
