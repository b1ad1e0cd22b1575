import { type Axis, columnOf } from './interval-bar.ts'

/** A small scatter in characters: a letter a point, several at one spot in brackets. */
export type Point = { readonly mark: string; readonly x: number; readonly y: number }

/** Lines from the top; the highest y stands on the first. */
export function scatter(
  points: readonly Point[],
  axes: { readonly x: Axis; readonly y: Axis },
): readonly string[] {
  return Array.from({ length: axes.y.columns }, (_, line) => {
    const row = axes.y.columns - 1 - line
    return drawRow(
      points.filter(({ y }) => columnOf(y, axes.y) === row),
      axes.x,
    )
  })
}

function drawRow(points: readonly Point[], axis: Axis): string {
  const spots = new Map<number, string[]>()
  for (const { mark, x } of points) {
    const column = columnOf(x, axis)
    spots.set(column, [...(spots.get(column) ?? []), mark])
  }
  let row = ''
  for (const [column, marks] of [...spots].sort(([a], [b]) => a - b)) {
    const label = marks.length === 1 ? (marks[0] ?? '') : `(${marks.join('')})`
    // A label that would leave the plot moves left; one that would cover its neighbour moves right.
    const start = Math.max(row.length, Math.min(column, axis.columns - label.length))
    row = `${row.padEnd(start)}${label}`
  }
  return row.padEnd(axis.columns)
}

/** A letter for each name, its own where that is free: readers find `p` for people-pleaser without a legend. */
export function marksFor(names: readonly string[]): ReadonlyMap<string, string> {
  const marks = new Map<string, string>()
  const free = (mark: string): boolean => ![...marks.values()].includes(mark)
  for (const name of names) {
    const wanted = [...name.toLowerCase().replace(/[^a-z]/g, ''), ...'abcdefghijklmnopqrstuvwxyz0123456789']
    marks.set(name, wanted.find(free) ?? '*')
  }
  return marks
}
