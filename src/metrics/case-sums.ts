import type { Cluster } from '../base/rate.ts'
import type { Cell } from './tally.ts'

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

/** Hits over trials of weighted cases; undefined where nothing was counted. */
export function ratio(clusters: readonly Cluster[], times: (index: number) => number): number | undefined {
  let hits = 0
  let of = 0
  clusters.forEach((cluster, index) => {
    hits += times(index) * cluster.hits
    of += times(index) * cluster.of
  })
  return of === 0 ? undefined : hits / of
}
