import type { Import } from './cruise.ts'

/**
 * Folders that import each other in a circle, at every level: files are seen as their folder, then as the folder above,
 * and so on. A pair that imports each other is the shortest circle.
 */
export function folderCircles(imports: readonly Import[]): readonly string[] {
  const circles = levelsOf(imports).flatMap((level) => circlesOf(edgesAt(imports, level)))
  return [...new Set(circles)].sort()
}

const folderOf = (file: string): readonly string[] => file.split('/').slice(0, -1)

const levelsOf = (imports: readonly Import[]): readonly number[] => {
  const deepest = Math.max(0, ...imports.map(({ from }) => folderOf(from).length))
  return Array.from({ length: deepest }, (_, level) => level + 1)
}

type Edges = ReadonlyMap<string, ReadonlySet<string>>

function edgesAt(imports: readonly Import[], level: number): Edges {
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [folderOf(from).slice(0, level).join('/'), folderOf(to).slice(0, level).join('/')]
    if (a !== b) edges.set(a, (edges.get(a) ?? new Set()).add(b))
  }
  return edges
}

/** Tarjan's strongly connected components, those of two folders and more. */
function circlesOf(edges: Edges): readonly string[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[] = []
  const visit = (folder: string): number => {
    const place = order.size
    order.set(folder, place)
    stack.push(folder)
    let low = place
    for (const next of edges.get(folder) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    lowest.set(folder, low)
    if (low === place) {
      const circle = stack.splice(stack.indexOf(folder))
      if (circle.length > 1) found.push(circle.sort().join(' <-> '))
    }
    return low
  }
  for (const folder of edges.keys()) if (!order.has(folder)) visit(folder)
  return found
}
