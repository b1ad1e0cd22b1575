import { Graph, layout } from '@dagrejs/dagre'
import type { DrawnLine, DrawnNode, DrawnPart } from '../../../src/report/graph-drawing/draw-model.ts'

/** Places the steps of a procedure under one another; several procedures side by side. */
export type PlacedNode = { readonly node: DrawnNode; readonly x: number; readonly y: number }
type At = { readonly x: number; readonly y: number }
export type PlacedLine = {
  readonly line: DrawnLine
  /** where it runs, and where its text has room; null: a way back, drawn around everything */
  readonly way: { readonly points: readonly At[]; readonly label: At } | null
}
export type PlacedPart = {
  readonly part: DrawnPart
  readonly x: number
  readonly nodes: readonly PlacedNode[]
  readonly lines: readonly PlacedLine[]
}

export const NODE = { width: 184, height: 52 } as const
const GAP = 90
const LABEL_CHARS_MAX = 26
const LETTER_PX = 6.4

export function placeParts(parts: readonly DrawnPart[]): readonly PlacedPart[] {
  let left = 0
  return parts.map((part) => {
    const graph = new Graph({ multigraph: true })
    graph.setGraph({ rankdir: 'TB', nodesep: 20, ranksep: 40, edgesep: 10 })
    graph.setDefaultEdgeLabel(() => ({}))
    for (const { id } of part.nodes) graph.setNode(id, { ...NODE })
    part.lines.forEach(({ from, to, text, back }, at) => {
      // A way back to a new round would turn the drawing upside down: it is drawn, but places nothing.
      const width = text === '' ? 0 : Math.min(text.length, LABEL_CHARS_MAX) * LETTER_PX + 10
      if (!back) graph.setEdge(from, to, { width, height: text === '' ? 0 : 16, labelpos: 'c' }, String(at))
    })
    layout(graph)
    const nodes = part.nodes.map((node) => {
      const { x = 0, y = 0 } = graph.node(node.id)
      return { node, x: left + x - NODE.width / 2, y: y - NODE.height / 2 }
    })
    const x = left
    const shift = (at: At): At => ({ x: x + at.x, y: at.y })
    const lines = part.lines.map((line, at): PlacedLine => {
      if (line.back) return { line, way: null }
      const { points = [], x: labelX = 0, y: labelY = 0 } = graph.edge(line.from, line.to, String(at))
      return { line, way: { points: points.map(shift), label: shift({ x: labelX, y: labelY }) } }
    })
    left += (graph.graph().width ?? NODE.width) + GAP
    return { part, x, nodes, lines }
  })
}

/** Straight from corner to corner, each corner rounded off. */
export function pathThrough(points: readonly At[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const bends = rest.map((at, index) => {
    const next = rest[index + 1]
    return next === undefined
      ? `L ${at.x} ${at.y}`
      : `Q ${at.x} ${at.y} ${(at.x + next.x) / 2} ${(at.y + next.y) / 2}`
  })
  return [`M ${first.x} ${first.y}`, ...bends].join(' ')
}

export const shortLabel = (text: string): string =>
  text.length <= LABEL_CHARS_MAX ? text : `${text.slice(0, LABEL_CHARS_MAX - 1)}…`
