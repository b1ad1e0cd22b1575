import type { Value } from '../../base/values/value.ts'
import type { DeskField } from '../tie/desk.ts'
import type { Tying } from '../tie/tying.ts'
import { alike, contentOf, stemsOf } from '../tie/words.ts'

/** Words for the values of a field, and for what the back office marks itself. */

/** "An account is flagged when ...": the back office knows; the sentence explains what it means. */
export const isFlag = (term: string, { desk }: Tying): boolean =>
  desk.columns.some(
    ({ column, stems }) => column.type === 'boolean' && stems.join(' ') === contentOf(term).join(' '),
  )

export const isValueOf = (field: DeskField | null, words: string): boolean =>
  valueNamed(words, field) !== undefined

/** "used" of a field with true: unused, "high" of one with high, medium, low. */
export function valueNamed(words: string, field: DeskField | null): Value | undefined {
  if (field === null) return undefined
  const said = contentOf(words).length > 0 ? contentOf(words) : stemsOf(words)
  if (field.type === 'boolean') {
    const own = contentOf(field.id)
    if (said.some((word) => own.includes(word))) return true
    return said.some((word) => own.includes(`un${word}`) || own.includes(`not${word}`)) ? false : undefined
  }
  const found = field.values.find(({ name }) =>
    stemsOf(name).every((part) => said.some((word) => alike(word, part))),
  )
  return found?.id
}
