import { z } from 'zod'
import { readCsv } from '../base/files/csv.ts'
import { type Place, type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import { type PlaceOf, readYamlData } from '../base/files/yaml-file.ts'
import type { Row, Scalar } from '../base/values/value.ts'
import { cellFault, cellFromText } from './cell.ts'
import type { Cell, Column, Secrecy, Table } from './world.ts'

/** A table as world.yaml declares it. */
const ColumnFile = z.union([
  z.enum(['string', 'number', 'boolean', 'date']),
  z.strictObject({
    type: z.enum(['string', 'number', 'boolean', 'date', 'enum']),
    of: z.array(z.string()).min(1).optional(),
    optional: z.boolean().optional(),
    refers: z.string().optional(),
    internal: z
      .union([z.literal(true), z.strictObject({ says: z.array(z.string().min(1)).min(1) })])
      .optional()
      .describe('no customer is told it; `says` are words that give it away, beside the value itself'),
    personal: z.literal(true).optional().describe('told only to the person it belongs to, once verified'),
    harmless: z
      .strictObject({ first: z.int().min(1).optional(), last: z.int().min(1).optional() })
      .optional()
      .describe(
        'how many letters and digits of the value, from its beginning or end, every customer may hear',
      ),
  }),
])
export const TableFile = z.strictObject({
  key: z.string(),
  columns: z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), ColumnFile),
  /** a file, several files that are read as one, or the rows themselves */
  rows: z
    .union([z.string(), z.array(z.string()).min(1), z.array(z.record(z.string(), z.unknown()))])
    .optional(),
})
export type TableFile = z.infer<typeof TableFile>

/** A table with its rows' places, kept until references are checked. */
export type TableReading = {
  readonly table: Table
  readonly placeOfCell: (key: string, column: string) => Place
  readonly problems: readonly Problem[]
}

type Source = { readonly files: ReadonlyMap<string, string>; readonly placeOf: PlaceOf }
type Path = readonly (string | number)[]

/** An export with a wrong header has a problem in each of its 600,000 rows. */
const PROBLEMS_MAX = 200

export function readTable(name: string, file: TableFile, source: Source): TableReading {
  const path: Path = ['tables', name]
  const columns = new Map<string, Column>()
  const problems: Problem[] = []
  for (const [column, spec] of Object.entries(file.columns)) {
    columns.set(column, columnOf(column, spec))
    if (typeof spec === 'object' && (spec.type === 'enum') !== (spec.of !== undefined)) {
      const at = source.placeOf([...path, 'columns', column])
      problems.push(problem(at, 'column-of', `${column}: \`of\` is only allowed for an enum`))
    }
    problems.push(...secrecyProblems(column, spec, source.placeOf([...path, 'columns', column])))
  }
  if (!columns.has(file.key)) {
    const said = `${name} has no column ${file.key} to be its key`
    problems.push(
      problem(source.placeOf([...path, 'key']), 'unknown-column', said, didYouMean(file.key, columns.keys())),
    )
  }
  const raw = rawRows(name, file, source)
  const rows = new Map<string, Row>()
  const places = new Map<string, RawRow>()
  for (const [index, one] of raw.rows.entries()) {
    if (problems.length > PROBLEMS_MAX) {
      const said = `${name}: ${raw.rows.length - index} more rows were not looked at`
      problems.push(problem(one.place(file.key), 'too-many-problems', said, 'Fix the problems above first.'))
      break
    }
    const { row, problems: wrong } = readRow(one, { name, columns })
    problems.push(...wrong)
    const key = row[file.key]
    if (key === null || key === undefined) continue
    if (rows.has(String(key))) {
      const at = one.place(file.key)
      problems.push(
        problem(at, 'duplicate-row', `${name} has two rows with ${file.key} ${key}`, 'Keys are unique.'),
      )
    }
    rows.set(String(key), row)
    places.set(String(key), one)
  }
  const placeOfCell = (key: string, column: string) => places.get(key)?.place(column) ?? source.placeOf(path)
  return {
    table: { name, key: file.key, columns, rows },
    placeOfCell,
    problems: [...problems, ...raw.problems],
  }
}

/** What is kept back is kept back in one way, and only something kept back has harmless parts. */
function secrecyProblems(column: string, spec: z.infer<typeof ColumnFile>, at: Place): readonly Problem[] {
  if (typeof spec === 'string') return []
  const { internal, personal, harmless } = spec
  return [
    ...(internal !== undefined && personal !== undefined
      ? [
          problem(
            at,
            'column-secrecy',
            `${column} is internal and personal`,
            'Internal is enough: no customer is told it.',
          ),
        ]
      : []),
    ...(harmless !== undefined && internal === undefined && personal === undefined
      ? [problem(at, 'column-secrecy', `${column}: \`harmless\` needs \`internal\` or \`personal\``)]
      : []),
  ]
}

function columnOf(name: string, spec: z.infer<typeof ColumnFile>): Column {
  if (typeof spec === 'string')
    return { name, type: spec, of: [], optional: false, refers: null, secrecy: null, harmless: null }
  const { type, of = [], optional = false, refers = null, harmless: parts } = spec
  const harmless = parts === undefined ? null : { first: parts.first ?? 0, last: parts.last ?? 0 }
  return { name, type, of, optional, refers, secrecy: secrecyOf(spec), harmless }
}

function secrecyOf({ internal, personal }: Exclude<z.infer<typeof ColumnFile>, string>): Secrecy | null {
  if (internal !== undefined) return { kind: 'internal', says: internal === true ? [] : internal.says }
  return personal === true ? { kind: 'personal' } : null
}

/** A row before its types are known to be right: the columns it names, and where. */
type RawRow = {
  readonly cells: ReadonlyMap<string, unknown>
  readonly isText: boolean
  readonly place: (column: string) => Place
}
type RawRows = { readonly rows: readonly RawRow[]; readonly problems: readonly Problem[] }

function rawRows(name: string, file: TableFile, { files, placeOf }: Source): RawRows {
  const at = placeOf(['tables', name, 'rows'])
  const paths = rowFiles(file)
  if (paths.length === 0)
    return listRows(file.rows ?? [], (path) => placeOf(['tables', name, 'rows', ...path]))
  const read = paths.map((path) => fileRows(path, files, at))
  return { rows: read.flatMap(({ rows }) => rows), problems: read.flatMap(({ problems }) => problems) }
}

/** The files a table's rows stand in; none where world.yaml holds them itself. */
export function rowFiles({ rows }: TableFile): readonly string[] {
  if (typeof rows === 'string') return [rows]
  return (rows ?? []).filter((row): row is string => typeof row === 'string')
}

function fileRows(path: string, files: ReadonlyMap<string, string>, at: Place): RawRows {
  const text = files.get(path)
  if (text === undefined) {
    const records = [...files.keys()].filter((name) => name.startsWith('records/'))
    const said = problem(at, 'no-such-file', `there is no file ${path}`, didYouMean(path, records))
    return { rows: [], problems: [said] }
  }
  if (path.endsWith('.csv')) return csvRows(path, text)
  const data = readYamlData(path, text)
  if (data.problems.length > 0) return { rows: [], problems: data.problems }
  return listRows(data.value ?? [], data.placeOf)
}

function csvRows(file: string, text: string): RawRows {
  const csv = readCsv(file, text)
  const indexOf = new Map(csv.header.map((cell, index) => [cell.text, index]))
  const rows = csv.rows.map((row): RawRow => {
    const at = (column: string) => row[indexOf.get(column) ?? 0]?.at
    return {
      cells: new Map(row.map((cell, index) => [csv.header[index]?.text ?? '', cell.text])),
      isText: true,
      place: (column) => at(column) ?? { file, line: 1, column: 1 },
    }
  })
  return { rows, problems: csv.problems }
}

function listRows(value: unknown, placeOf: PlaceOf): RawRows {
  if (!Array.isArray(value))
    return {
      rows: [],
      problems: [
        problem(placeOf([]), 'wrong-type', 'a table is a list of rows', 'Begin every row with "- ".'),
      ],
    }
  const rows: RawRow[] = []
  const problems: Problem[] = []
  value.forEach((row: unknown, index) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      problems.push(
        problem(
          placeOf([index]),
          'wrong-type',
          'a row is a set of columns',
          'Write - { column: value, ... }.',
        ),
      )
    } else {
      rows.push({
        cells: new Map(Object.entries(row)),
        isText: false,
        place: (column) => placeOf([index, column]),
      })
    }
  })
  return { rows, problems }
}

function readRow(
  raw: RawRow,
  table: { name: string; columns: ReadonlyMap<string, Column> },
): { row: Row; problems: Problem[] } {
  const problems: Problem[] = []
  for (const name of raw.cells.keys()) {
    if (table.columns.has(name)) continue
    const said = `${table.name} has no column "${name}"`
    problems.push(problem(raw.place(name), 'unknown-column', said, didYouMean(name, table.columns.keys())))
  }
  const row: Record<string, Cell> = {}
  for (const column of table.columns.values()) {
    const given = raw.cells.get(column.name)
    const value = raw.isText && typeof given === 'string' ? cellFromText(column, given) : given
    const fault = cellFault(column, value)
    if (fault !== null) problems.push(problem(raw.place(column.name), fault.code, fault.message, fault.hint))
    row[column.name] = isCell(value) ? value : null
  }
  return { row: Object.freeze(row), problems }
}

const isCell = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Every reference to a row of another table has its row. */
export function checkReferences(
  readings: ReadonlyMap<string, TableReading>,
  placeOf: PlaceOf,
): readonly Problem[] {
  const problems: Problem[] = []
  for (const { table, placeOfCell } of readings.values()) {
    for (const column of table.columns.values()) {
      if (column.refers === null) continue
      const target = readings.get(column.refers)?.table
      if (target === undefined) {
        const at = placeOf(['tables', table.name, 'columns', column.name])
        const said = `${table.name}.${column.name} refers to a table "${column.refers}" that does not exist`
        problems.push(problem(at, 'unknown-table', said, didYouMean(column.refers, readings.keys())))
        continue
      }
      for (const [key, row] of table.rows) {
        const value = row[column.name]
        if (value === null || value === undefined || target.rows.has(String(value))) continue
        const said = `${column.name} ${JSON.stringify(value)} is not a row of ${target.name}`
        problems.push(
          problem(
            placeOfCell(key, column.name),
            'no-such-row',
            said,
            didYouMean(String(value), target.rows.keys()),
          ),
        )
      }
    }
  }
  return problems
}
