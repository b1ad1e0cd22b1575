import type { Condition, Statement } from '../outline/outline.ts'
import { grouped } from './grouped.ts'

type Table = Extract<Statement, { readonly says: 'table' }>
export type Hole = readonly { readonly column: string; readonly value: string }[]

/** Above this many combinations nobody wrote the table by hand. */
const COMBINATIONS_MAX = 2_000

/** Combinations of the values a table itself names that none of its rows is for. */
export function holesOf({ columns, rows }: Pick<Table, 'columns' | 'rows'>): readonly Hole[] {
  const count = rows[0]?.conditions.length ?? 0
  const measured = Array.from({ length: count }, (_, at) => at).filter((at) =>
    rows.some(({ cells }) => isMeasure(cells[at] ?? '')),
  )
  // 7 days for one kind and 30 for another: such a column is no list of values, each kind has limits of its own
  if (measured.length > 0) return measured.length === 1 ? oneSided({ columns, rows }, measured[0] ?? 0) : []
  const grid = rows.map((row) =>
    Array.from({ length: count }, (_, at) => valuesOf(row.conditions[at] ?? null, row.cells[at] ?? '')),
  )
  const seen = Array.from({ length: count }, (_, at) => [
    ...new Set(grid.flatMap((cells) => cells[at] ?? [])),
  ])
  if (count < 2 || seen.some((values) => values.length < 2)) return []
  // a column in which no value comes twice labels the rows, or the table does not mean to combine
  const combines = seen.every((_, at) => {
    const named = grid.flatMap((cells) => cells[at] ?? [])
    return new Set(named).size < named.length || grid.some((cells) => cells[at] === null)
  })
  if (!combines || seen.reduce((product, values) => product * values.length, 1) > COMBINATIONS_MAX) return []
  return combinations(seen)
    .filter((values) => !grid.some((cells) => covers(cells, values)))
    .map((values) => values.map((value, at) => ({ column: columns[at] ?? '', value })))
}

/** "Starter: within 7 days, longer ago. Team: within 30 days.": and a team after that? */
function oneSided({ columns, rows }: Pick<Table, 'columns' | 'rows'>, at: number): readonly Hole[] {
  const others = (cells: readonly string[], count: number) =>
    cells.slice(0, count).filter((_, column) => column !== at)
  const kinds = grouped(rows, ({ cells, conditions }) => others(cells, conditions.length).join('|'))
  const isForAll = rows.some(({ conditions }) =>
    conditions.some((one, column) => column !== at && one === null),
  )
  if (isForAll || kinds.size < 2 || ![...kinds.values()].some((kind) => kind.length > 1)) return []
  return [...kinds.values()].flatMap((kind): readonly Hole[] => {
    const [row] = kind
    if (kind.length > 1 || row === undefined || row.conditions[at] === null) return []
    const named = columns.slice(0, row.conditions.length).map((column, place) => ({
      column,
      value: place === at ? `other than "${row.cells[place] ?? ''}"` : (row.cells[place] ?? ''),
    }))
    return isMeasure(row.cells[at] ?? '') ? [named] : []
  })
}

const isMeasure = (cell: string): boolean =>
  /\d|\b(?:more|less|longer|shorter|later|earlier|older|younger|over|under|above|below|ago|before|after|within)\b/i.test(
    cell,
  )

const covers = (cells: readonly (readonly string[] | null)[], values: readonly string[]): boolean =>
  values.every((value, at) => {
    const cell = cells[at]
    return cell === null || cell === undefined || cell.some((named) => refines(named, value))
  })

/** "counts, signed lately" is a kind of "counts": neither leaves the other out for certain. */
const refines = (a: string, b: string): boolean => a === b || a.startsWith(`${b},`) || b.startsWith(`${a},`)

/** null: any value. A cell that says several things at once stays one value, in its own words. */
function valuesOf(condition: Condition | null, cell: string): readonly string[] | null {
  if (condition === null || /\b(?:else|other|others|rest|any|all|every)\b/i.test(cell)) return null
  if ('any' in condition && condition.any.every((part) => 'atom' in part))
    return condition.any.flatMap((part) => ('atom' in part ? [part.predicate.trim().toLowerCase()] : []))
  return [cell.trim().toLowerCase()]
}

function combinations(columns: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return columns.reduce<readonly (readonly string[])[]>(
    (made, values) => made.flatMap((start) => values.map((value) => [...start, value])),
    [[]],
  )
}
