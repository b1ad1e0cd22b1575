import type { GraphFile } from '../../graph/file/graph-file.ts'
import { edgeItemId } from '../../graph/words/items.ts'
import { scopesOf, targetOfEdge } from '../../graph/words/scopes.ts'
import type { GapState } from '../outline/outline-state.ts'

/**
 * Open assumptions, those that make one question together: a way that is assumed and the assumed step it leads to ("no fee is
 * found: tell them so"). Asked one by one, the first is needless and the second has lost its condition.
 */
export function joinedGaps(
  gaps: readonly GapState[],
  graph: GraphFile,
): readonly (readonly [GapState, ...GapState[]])[] {
  const open = new Map(gaps.flatMap((gap) => (gap.open === null ? [] : [[gap.item, gap] as const])))
  const joined = new Map<string, GapState>()
  for (const scope of scopesOf(graph))
    for (const [name, step] of Object.entries(scope.steps)) {
      if (!('decide' in step)) continue
      step.decide.forEach((edge, index) => {
        const target = open.get(`${scope.id}/${targetOfEdge(edge)}`)
        const way = edgeItemId(scope, name, index)
        if (target !== undefined && open.has(way) && ![...joined.values()].includes(target))
          joined.set(way, target)
      })
    }
  const behind = new Set([...joined.values()].map(({ item }) => item))
  return [...open.values()].flatMap((gap) => {
    if (behind.has(gap.item)) return []
    const target = joined.get(gap.item)
    return [target === undefined ? [gap] : [gap, target]]
  })
}
