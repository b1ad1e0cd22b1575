import { type Axis, columnOf } from './interval-bar.ts'

/** A small scatter in characters: a letter a point, several at one spot in brackets, names beside them where they fit. */
export type Point = { readonly name: string; readonly mark: string; readonly x: number; readonly y: number }

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
  const spots = new Map<number, Point[]>()
  for (const point of points) {
    const column = columnOf(point.x, axis)
    spots.set(column, [...(spots.get(column) ?? []), point])
  }
  const columns = [...spots.keys()].sort((a, b) => a - b)
  let row = ''
  columns.forEach((column, index) => {
    const room = { from: row.length, to: columns[index + 1] ?? axis.columns }
    row += label(spots.get(column) ?? [], column, room)
  })
  return row.padEnd(axis.columns)
}

/** Mark and names right of the spot, else left of it, else the mark alone, moved where it would leave its room. */
function label(
  points: readonly Point[],
  column: number,
  room: { readonly from: number; readonly to: number },
): string {
  const marks = points.map(({ mark }) => mark).join('')
  const mark = points.length === 1 ? marks : `(${marks})`
  const names = points.map(({ name }) => name).join(', ')
  const free = room.to - room.from
  const start = Math.min(column - room.from, free - mark.length)
  const before = ' '.repeat(Math.max(0, start))
  if (before.length + mark.length + names.length + 2 <= free) return `${before}${mark} ${names} `
  if (before.length > names.length + 1) return `${`${names} `.padStart(before.length)}${mark}`
  return `${before}${mark}`
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
