import { Graph, layout } from '@dagrejs/dagre'

/**
 * Where the boxes and lines of an acyclic drawing go, for every picture of a graph: the studio, SVG and HTML. In: boxes with sizes
 * and links. Out: where each box and each bend of a line goes. A label has room of its own on its line.
 */
export type Box = { readonly id: string; readonly width: number; readonly height: number }
export type Tie = {
  readonly from: string
  readonly to: string
  readonly label: { readonly width: number; readonly height: number } | null
}

export type Point = { readonly x: number; readonly y: number }
export type Layout = {
  readonly width: number
  readonly height: number
  /** centre of each box */
  readonly boxes: ReadonlyMap<string, Point>
  /** per tie: the bends between its ends, and the centre of its label */
  readonly ties: readonly { readonly bends: readonly Point[]; readonly label: Point | null }[]
}

const GAPS = { nodesep: 26, ranksep: 38, edgesep: 14 } as const

export function layOut(boxes: readonly Box[], ties: readonly Tie[]): Layout {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ...GAPS })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  ties.forEach(({ from, to, label }, index) => {
    const size = label ?? { width: 0, height: 0 }
    graph.setEdge(from, to, { ...size, labelpos: 'c' }, String(index))
  })
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  return {
    width,
    height,
    boxes: new Map(boxes.map(({ id }) => [id, pointOf(graph.node(id))])),
    ties: ties.map(({ from, to, label }, index) => {
      const edge = graph.edge(from, to, String(index))
      const { points = [] } = edge
      // the first and the last lie on the borders of the boxes
      return { bends: points.slice(1, -1).map(pointOf), label: label === null ? null : pointOf(edge) }
    }),
  }
}

const pointOf = ({ x = 0, y = 0 }: { readonly x?: number; readonly y?: number }): Point => ({ x, y })
