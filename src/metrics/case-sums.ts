import type { Cluster } from '../base/rate.ts'
import type { Cell } from './cell.ts'

/** Cells by a name, names in order; null leaves a cell out. */
export function grouped(
  cells: readonly Cell[],
  of: (cell: Cell) => string | null,
): ReadonlyMap<string, readonly Cell[]> {
  const groups = new Map<string, Cell[]>()
  for (const cell of cells) {
    const name = of(cell)
    if (name === null) continue
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [cell])
    else group.push(cell)
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** One count of all of these cells. */
export function summedAt(cells: readonly Cell[], place: number): Cluster {
  let [hits, of] = [0, 0]
  for (const cell of cells) {
    hits += cell.hits[place] ?? 0
    of += cell.of[place] ?? 0
  }
  return { hits, of }
}

/** Whether it was never counted in any of them. */
export function isNothing(cells: readonly Cell[], place: number): boolean {
  for (const cell of cells) if ((cell.of[place] ?? 0) !== 0) return false
  return true
}
