import { didYouMean } from '../base/files/suggest.ts'
import { isIsoDate } from '../base/values/iso-date.ts'
import type { Row } from '../base/values/value.ts'
import type { Cell, Column, Table } from './world.ts'

export type CellFault = { readonly code: string; readonly message: string; readonly hint?: string }

/** Why this value may not stand in this column, or null. */
export function cellFault(column: Column, value: unknown): CellFault | null {
  if (value === null || value === undefined) {
    if (column.optional) return null
    const hint = 'Give it a value, or declare the column `optional: true`.'
    return { code: 'cell-missing', message: `${column.name} is empty`, hint }
  }
  const wrong = (expected: string, hint?: string): CellFault => ({
    code: 'cell-type',
    message: `${column.name} should be ${expected}, is ${JSON.stringify(value)}`,
    ...(hint === undefined ? {} : { hint }),
  })
  switch (column.type) {
    case 'string':
      return typeof value === 'string' ? null : wrong('text', 'Put it in quotes.')
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : wrong('a number')
    case 'boolean':
      return typeof value === 'boolean' ? null : wrong('true or false')
    case 'date':
      return typeof value === 'string' && isIsoDate(value) ? null : wrong('a date', 'Write YYYY-MM-DD.')
    case 'enum':
      return typeof value === 'string' && column.of.includes(value)
        ? null
        : wrong(`one of ${column.of.join(', ')}`, didYouMean(String(value), column.of))
  }
}

/** A spreadsheet's cell as the column's type wants it; what cannot be read stays text, for `cellFault` to complain of. */
export function cellFromText(column: Column, text: string): Cell {
  if (text === '') return null
  if (column.type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (column.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Does a whole row keep its table's types? Rows made by tools are held to what rows of files are held to. */
export function rowFault(table: Table, key: string, row: Row): CellFault | null {
  if (row[table.key] !== key)
    return { code: 'cell-key', message: `${table.key} of row ${key} is ${JSON.stringify(row[table.key])}` }
  for (const name of Object.keys(row)) {
    if (!table.columns.has(name))
      return { code: 'unknown-column', message: `${table.name} has no column ${name}` }
  }
  for (const column of table.columns.values()) {
    const fault = cellFault(column, row[column.name])
    if (fault !== null) return fault
  }
  return null
}
