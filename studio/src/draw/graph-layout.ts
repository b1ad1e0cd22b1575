import { Graph, layout } from '@dagrejs/dagre'
import type { DrawnLine, DrawnNode, DrawnPart } from '../../../src/report/draw-model.ts'

/** Places the steps of a procedure under one another; several procedures side by side. */
export type PlacedNode = { readonly node: DrawnNode; readonly x: number; readonly y: number }
export type PlacedPart = {
  readonly part: DrawnPart
  readonly x: number
  readonly nodes: readonly PlacedNode[]
  readonly lines: readonly DrawnLine[]
}

export const NODE = { width: 184, height: 52 } as const
const GAP = 90
const LABEL_CHARS_MAX = 30

export function placeParts(parts: readonly DrawnPart[]): readonly PlacedPart[] {
  let left = 0
  return parts.map((part) => {
    const graph = new Graph({ multigraph: true })
    graph.setGraph({ rankdir: 'TB', nodesep: 20, ranksep: 40, edgesep: 10 })
    graph.setDefaultEdgeLabel(() => ({}))
    for (const { id } of part.nodes) graph.setNode(id, { ...NODE })
    part.lines.forEach(({ from, to, text, back }, at) => {
      // A way back to a new round would turn the drawing upside down: it is drawn, but places nothing.
      const width = Math.min(text.length, LABEL_CHARS_MAX) * 3
      if (!back) graph.setEdge(from, to, { width, height: text === '' ? 0 : 16, labelpos: 'c' }, String(at))
    })
    layout(graph)
    const nodes = part.nodes.map((node) => {
      const { x = 0, y = 0 } = graph.node(node.id)
      return { node, x: left + x - NODE.width / 2, y: y - NODE.height / 2 }
    })
    const placed = { part, x: left, nodes, lines: part.lines }
    left += (graph.graph().width ?? NODE.width) + GAP
    return placed
  })
}

export const shortLabel = (text: string): string =>
  text.length <= LABEL_CHARS_MAX ? text : `${text.slice(0, LABEL_CHARS_MAX - 1)}…`
