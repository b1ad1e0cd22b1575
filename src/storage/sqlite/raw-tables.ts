import { COLUMNS } from '../sql/tables.ts'
import type { RawValue } from './raw-record.ts'

/** Which table a row belongs to is read from its values: the page that says so may be the damaged one. */
export type StoreTable = keyof typeof TABLES

/** `columns` in their order; `shape`: t text, i number, n nothing (a row's own number), ? text or nothing, # number or nothing */
export const TABLES = {
  runs: { shape: 'tt?t???', columns: COLUMNS.runs },
  trials: { shape: 'ntttttiiitttt?????', columns: COLUMNS.trials },
  sums: { shape: 'ti?#?', columns: COLUMNS.sums },
  forks: { shape: 'nttttiittt', columns: COLUMNS.forks },
  pages: { shape: 'ttiit', columns: COLUMNS.pages },
  ratings: { shape: 'ntttit#t?tt', columns: COLUMNS.ratings },
  calibrations: { shape: 'nttttt', columns: COLUMNS.calibrations },
  audits: { shape: 'nttitt', columns: COLUMNS.audits },
  reviews: { shape: 'ntttttt', columns: COLUMNS.reviews },
  sqlite_sequence: { shape: 'ti', columns: ['name', 'seq'] },
  schema: { shape: 'tttit', columns: ['type', 'name', 'tbl_name', 'rootpage', 'sql'] },
} as const

/** Texts that are worth saving with a replaced byte; any other damaged text costs its row. */
const REPLACEABLE = new Set(['transcript', 'quote', 'because', 'author', 'body'])
const NAMES = Object.keys(TABLES).filter((name): name is StoreTable => Object.hasOwn(TABLES, name))

/** Undefined: no table of a store has such rows. */
export const tableOf = (values: readonly RawValue[]): StoreTable | undefined =>
  NAMES.find((name) => fits(values, TABLES[name].shape)) ??
  // Rows of older schemas have fewer values; an index of SQLite's own has no SQL.
  OLDER.find(([shape]) => fits(values, shape))?.[1]

const OLDER: readonly (readonly [string, StoreTable])[] = [
  ['tt?t', 'runs'],
  ['tt?t??', 'runs'],
  ['ntttttiiitttt', 'trials'],
  ['tttin', 'schema'],
]

const fits = (values: readonly RawValue[], shape: string): boolean =>
  values.length === shape.length && values.every((value, index) => isOf(value, shape[index]))

function isOf(value: RawValue, wanted: string | undefined): boolean {
  const isText = value !== null && typeof value === 'object' && 'text' in value
  if (wanted === 't') return isText
  if (wanted === 'i') return typeof value === 'number'
  if (wanted === 'n') return value === null
  return value === null || (wanted === '?' ? isText : typeof value === 'number')
}

export type Decoded = {
  readonly row: Readonly<Record<string, string | number | null>>
  /** how many texts had bytes replaced */
  readonly damaged: number
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * A row by the names of its columns. A text that is not UTF-8 is null, unless it is of use with its bad bytes replaced;
 * `all-texts` replaces them in every text, for rows that are only looked at.
 */
export function decodeRow(
  table: StoreTable,
  values: readonly RawValue[],
  replace: 'some-texts' | 'all-texts' = 'some-texts',
): Decoded {
  let damaged = 0
  const entries = TABLES[table].columns.map((column, index): [string, string | number | null] => {
    const value = values[index] ?? null
    if (value === null || typeof value === 'number') return [column, value]
    if ('blob' in value) return [column, null]
    try {
      return [column, strict.decode(value.text)]
    } catch {
      damaged += 1
      return [column, replace === 'all-texts' || REPLACEABLE.has(column) ? lenient.decode(value.text) : null]
    }
  })
  return { row: Object.fromEntries(entries), damaged }
}
