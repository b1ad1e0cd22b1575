import type { VarName } from '../../base/guards/guard.ts'
import { Special, type Value } from '../../base/values/value.ts'
import type { RecordSpec } from '../model/graph.ts'
import { plainName, recordOf, type Space } from './paths-space.ts'

type Values = ReadonlyMap<VarName, Value>
type BoundRow = { readonly name: VarName; readonly spec: RecordSpec; readonly key: VarName }

/**
 * Two records may bind the same row of one table by different columns, or in two rounds: then one cannot be absent
 * while the other is there, nor can they differ. False: no back office holds such rows.
 */
export function rowsAgree(space: Space, values: Values): boolean {
  const rows = boundRows(space, values.keys())
  return rows.every((one) => rows.every((other) => one === other || agree(values, one, other)))
}

/** Might two of the records in play be one row? Then only a full assignment can tell what is possible. */
export function mayShareRows(space: Space, names: Iterable<VarName>): boolean {
  const tables = boundRows(space, names).map((row) => row.spec.from)
  return new Set(tables).size < tables.length
}

function boundRows(space: Space, names: Iterable<VarName>): readonly BoundRow[] {
  const rows: BoundRow[] = []
  for (const name of names) {
    const { link } = space.about(name)
    const spec = link?.is === 'row' ? space.graph.records.get(recordOf(plainName(name)) ?? '') : undefined
    if (link?.is === 'row' && spec !== undefined) rows.push({ name, spec, key: link.key })
  }
  return rows
}

const isThere = (values: Values, row: BoundRow): boolean => !(values.get(row.name) instanceof Special)

/** `records.order@x=2` and `status` make `records.order.status@x=2`. */
function columnOf(row: BoundRow, column: string): VarName {
  const plain = plainName(row.name)
  return `${plain}.${column}${row.name.slice(plain.length)}`
}

function agree(values: Values, one: BoundRow, other: BoundRow): boolean {
  if (one.spec.from !== other.spec.from || !isThere(values, one)) return true
  const asked = values.get(other.key)
  const has =
    one.spec.on === other.spec.on ? values.get(one.key) : values.get(columnOf(one, other.spec.on ?? ''))
  if (has === undefined || has instanceof Special || has !== asked) return true
  return isThere(values, other) && sameColumns(values, one, other)
}

function sameColumns(values: Values, one: BoundRow, other: BoundRow): boolean {
  const prefix = columnOf(one, '').split('@')[0] ?? ''
  for (const [name, value] of values) {
    const column = name.startsWith(prefix) ? plainName(name).slice(prefix.length) : ''
    if (column === '' || name !== columnOf(one, column)) continue
    const twin = values.get(columnOf(other, column))
    if (twin !== undefined && twin !== value) return false
  }
  return true
}
