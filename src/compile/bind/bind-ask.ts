import type { DeskField } from '../tie/desk.ts'
import { contentOf, wordsOf } from '../tie/words.ts'
import type { Binding, Do } from './binding.ts'
import type { Deed } from './bound.ts'
import type { Notes } from './notes.ts'

/** Ties questions to the fields they ask for. */

const WANTED =
  /\b(?:whether|if)\b.*\b(?:they|he|she|the \w+)\b.*\b(?:want|like|agree|accept|sure|all right|okay)/i

export function bindAsk(one: Do, object: string, { tying, notes }: Binding): readonly Deed[] {
  const { focus, desk } = tying
  const fields = fieldsAsked(object, notes, desk.fields)
  if (fields.length === 0) {
    if (WANTED.test(one.text) || /\bmay\b/.test(one.text)) {
      focus.answering = { kind: 'proposal' }
      return [{ does: 'confirm', words: one.text }]
    }
    notes.loose(one, 'no field is asked for with these words')
    return []
  }
  const last = fields.at(-1)
  if (last !== undefined) {
    focus.field = last
    focus.answering = last.values.length > 0 ? { kind: 'field' } : focus.answering
  }
  focus.matched = []
  focus.asked.push(...fields)
  return fields.map(({ id }) => ({ does: 'learn', field: id }))
}

/** By the words of each part: "the order number and for how many weeks". */
export function fieldsAsked(
  object: string,
  notes: Notes,
  fields: readonly DeskField[],
): readonly DeskField[] {
  const parts = object
    .split(/,\s*(?:and\s+)?|\s+and\s+(?=(?:for|what|how|whether|the|their|a|why)\b)/i)
    .filter((part) => contentOf(part).length + wordsOf(part).length > 0)
  const found = parts.flatMap((part) => notes.fieldNamed(part) ?? [])
  const whole = notes.fieldNamed(object)
  const ids = [
    ...new Set(
      found.length > 0 && (whole === null || found.includes(whole) || found.length > 1)
        ? found
        : whole === null
          ? []
          : [whole],
    ),
  ]
  return ids.flatMap((id) => fields.find((field) => field.id === id) ?? [])
}
