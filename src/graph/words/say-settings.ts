import type { GraphFile } from '../file/graph-file.ts'
import { idInWords, type Names, sayDerived } from './names.ts'
import type { Words } from './pieces.ts'

type FieldFile = GraphFile['fields'][string]
type RecordFile = NonNullable<GraphFile['records']>[string]
type DerivedFile = NonNullable<GraphFile['derived']>[string]

/** What a customer may say: type, values, whether they may refuse it, what settles it. */
export function sayFieldLine(id: string, raw: FieldFile, names: Names): Words {
  const { type, of, range, may_be, settled_by, ...flags } = raw
  const parts = [
    of === undefined ? idInWords(type) : `${idInWords(type)} of ${of.map(idInWords).join(', ')}`,
    ...(range === undefined ? [] : [`${range[0]} to ${range[1]}`]),
    ...(may_be ?? []).map((lack) => `may be ${lack}`),
    ...(settled_by === undefined ? [] : [`settled by ${names.variable(settled_by)}`]),
    ...sayFlags(flags),
  ]
  return [`the ${names.field(id)}: ${parts.join('; ')}`]
}

export function sayRecordLine(id: string, raw: RecordFile, names: Names): Words {
  const { from, by, on, ...flags } = raw
  const column = on === undefined ? '' : ` in column ${idInWords(on)}`
  const parts = [`the row of ${idInWords(from)} for ${names.variable(by)}${column}`, ...sayFlags(flags)]
  return [`the ${idInWords(id)}: ${parts.join('; ')}`]
}

export function sayDerivedLine(id: string, raw: DerivedFile, names: Names): Words {
  const range = 'range' in raw ? `, ${raw.range[0]} to ${raw.range[1]}` : ', compared'
  return [`${idInWords(id)}: ${sayDerived(raw, names.variable)}${range}`]
}

/** Further members, as written: `identity: true`. */
const sayFlags = (flags: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(flags).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [value === true ? idInWords(key) : `${idInWords(key)}: ${JSON.stringify(value)}`],
  )
