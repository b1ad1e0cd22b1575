import { bestColumn, fieldsIn, recordIn } from '../tie/find-named.ts'
import { alike, contentOf, stemsOf } from '../tie/words.ts'
import type { Binding, Do } from './binding.ts'
import type { Deed } from './bound.ts'

export function bindCheck(one: Do, object: string, { tying, notes, ahead }: Binding): Deed {
  const { desk, focus } = tying
  const last = focus.field
  const byField = last === null ? undefined : desk.records.find((record) => record.by === `fields.${last.id}`)
  const named = notes.recordNamed(object)
  const known =
    named === null
      ? (recordIn(object, desk) ?? null)
      : (desk.records.find(({ name }) => name === named) ?? null)
  // "the account the order belongs to": of two ways to such a row, the one through the order
  const through =
    known === null
      ? undefined
      : desk.records.find(
          ({ table, by }) =>
            table === known.table &&
            by.startsWith('records.') &&
            stemsOf(by.split('.')[1] ?? '').every((part) =>
              stemsOf(object).some((word) => alike(word, part)),
            ),
        )
  // "look that flight up": of two ways to such a row, the one by what was just asked for
  const record =
    through !== undefined
      ? through
      : known !== null &&
          byField !== undefined &&
          byField.table === known.table &&
          /\b(?:that|it)\b/i.test(object)
        ? byField
        : (known ?? (/^(?:it|that|them)\b/i.test(object) ? (byField ?? null) : null))
  if (record === null) {
    const column = bestColumn(
      object,
      { ...tying, focus: { ...focus, column: null, record: null } },
      () => true,
    )
    const isDay = /\b(?:day|date|time)\b/i.test(object)
    // "check where the guest is in their stay", with the answers below: a look at what has been looked up
    const isLook = focus.record !== null && (ahead[0]?.says === 'if' || ahead[0]?.says === 'table')
    if (column === undefined && !isDay && !isLook && fieldsIn(object, desk).length === 0)
      notes.loose(one, 'nothing that can be looked up has this name')
    else if (column !== undefined) focus.column = column
    return { does: 'nothing', looks: true }
  }
  const column = bestColumn(
    object,
    { ...tying, focus: { ...focus, column: null, record } },
    (each) => each.record.name === record.name,
  )
  focus.record = record
  focus.seen = new Set([...focus.seen, record.name])
  if (column?.stems.some((part) => contentOf(object).some((word) => alike(word, part)))) focus.column = column
  return { does: 'check', record: record.name }
}
