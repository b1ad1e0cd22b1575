import type { Clause } from '../../sop/sop.ts'
import type { Condition, Source, Statement, TableRow } from '../outline/outline.ts'
import { atomOf, conditionOf, subjectOf } from './conditions.ts'
import { orderIn } from './deeds.ts'
import { measureOf } from './measure.ts'
import { background, unread } from './parts.ts'
import { plain, SENTENCE_MAX } from './plain.ts'
import { ordersOf, readOrders } from './sentence.ts'

/** A decision table: a condition in every column but the last, and what is done in that one. */
export function readTable(rows: readonly Clause[], text: string): readonly Statement[] {
  const [first] = rows
  if (first === undefined) return []
  const source: Source = { clause: first.id, text: first.text, at: first.at }
  const columns = headerOf(first, text)
  const grid = rows.map((row) => cellsOf(lineOf(row, text)))
  const acts =
    /\b(?:what|do|action|then|say|answer|response|respond|next|outcome|result|step|gets?|entitled|handling|decision)\b/i
  const lastHeader = columns.at(-1) ?? ''
  const doing = acts.test(lastHeader) || grid.some((cells) => orderIn(cells.at(-1) ?? '') !== null)
  const conditions = doing ? Math.max(1, columns.length - 1) : 1
  return [
    {
      ...source,
      says: 'table',
      columns,
      rows: rows.map((row, at) => readRow(row, { cells: grid[at] ?? [], columns, conditions, doing })),
    },
  ]
}

type Shape = {
  readonly cells: readonly string[]
  readonly columns: readonly string[]
  readonly conditions: number
  readonly doing: boolean
}

function readRow(row: Clause, shape: Shape): TableRow {
  const source: Source = { clause: row.id, text: row.text, at: row.at }
  if (row.text.length > SENTENCE_MAX)
    return { ...source, cells: shape.cells, conditions: [], then: [unread(source, 'longer than any row')] }
  const conditions = shape.cells
    .slice(0, shape.conditions)
    .map((cell, at) => cellCondition(cell, shape.columns[at] ?? ''))
  const last = shape.cells[shape.conditions] ?? ''
  return {
    ...source,
    cells: shape.cells,
    conditions: Array.from({ length: shape.conditions }, (_, at) => conditions[at] ?? null),
    then: shape.doing ? readCell({ ...source, text: last }, shape.columns.at(-1) ?? '') : [],
  }
}

/** "it has not left us: name the total, wait for a yes"; a cell without an order gives the column its value. */
function readCell(source: Source, header: string): readonly Statement[] {
  if (source.text === '') return [background(source, 'an empty cell')]
  const text = plain(source.text)
  const done = (orderIn(text) === null ? null : readOrders(source, text)) ?? ordersOf(source, text)
  if (done.some((statement) => statement.says !== 'background')) return done
  return [{ ...source, says: 'do', deed: { does: 'take', object: header, as: source.text } }]
}

const ANY =
  /^(?:any(?: ?(?:number|other|value|state|status|time|date|day|amount))?|at any time|always|whenever|all|does not matter|doesn't matter|n\/a|anywhere|anything(?: else)?|everything else|everybody else\b.*|everyone else\b.*|others?|else|otherwise|[-–—*]*)$/i

export function cellCondition(cell: string, header: string): Condition | null {
  const text = plain(cell)
  if (ANY.test(text)) return null
  if (/\b(?:mean(?:s|ing)?|description|example|notes?)\b/i.test(header)) return null
  const words = text.replace(/:\s.*$/, '')
  if (subjectOf(words).subject !== null) return conditionOf(words)
  return valueCondition(words, header)
}

/** "paid or packed", "signed for, up to 30 days ago": short values of one thing. */
function valueCondition(text: string, header: string): Condition {
  const value = (part: string): Condition => ({ ...atomOf(part), subject: header || null, predicate: part })
  if (measureOf(text) !== null && !/,/.test(text)) return value(text)
  const parts = text.split(/,\s+(?:or\s+)?|\s+or\s+/).filter((part) => part !== '')
  if (parts.length <= 1) return value(text)
  const narrows = (part: string): boolean => measureOf(part) !== null || /^(?:with|without|not)\b/i.test(part)
  if (!parts.some(narrows)) return { any: parts.map(value) }
  const named = parts.filter((part) => !narrows(part)).map(value)
  const [only] = named
  const base = only !== undefined && named.length === 1 ? only : { any: named }
  return { all: [...(named.length === 0 ? [] : [base]), ...parts.filter(narrows).map(value)] }
}

const lineOf = (row: Clause, text: string): string => {
  const end = text.indexOf('\n', row.start)
  return text.slice(row.start - row.at.column + 1, end === -1 ? text.length : end)
}

const cellsOf = (line: string): readonly string[] =>
  line
    .replace(/^[\s>]*\|?/, '')
    .trimEnd()
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())

/** The header stands two lines above the first row: its names, then the rule. */
function headerOf(first: Clause, text: string): readonly string[] {
  const lineStart = first.start - first.at.column + 1
  const rule = text.lastIndexOf('\n', lineStart - 2)
  const header = text.lastIndexOf('\n', rule - 1)
  return rule <= 0 ? [] : cellsOf(text.slice(header + 1, rule)).map(plain)
}
