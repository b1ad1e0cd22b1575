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
