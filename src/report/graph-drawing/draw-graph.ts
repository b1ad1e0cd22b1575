import type { Graph } from '../../graph/model/graph.ts'
import { graphToDot } from './draw-dot.ts'
import { graphToJson } from './draw-json.ts'
import { graphToMermaid } from './draw-mermaid.ts'
import type { Marks } from './draw-model.ts'
import { graphToSvg } from './draw-svg.ts'

/** `sage graph --format`: every way a graph can be written down. */
export const DRAW_FORMATS = ['mermaid', 'dot', 'svg', 'json'] as const
export type DrawFormat = (typeof DRAW_FORMATS)[number]

export function drawGraph(graph: Graph, format: DrawFormat, marks: Marks = {}): string {
  switch (format) {
    case 'mermaid':
      return graphToMermaid(graph, marks)
    case 'dot':
      return graphToDot(graph, marks)
    case 'svg':
      return graphToSvg(graph, marks)
    case 'json':
      return `${JSON.stringify(graphToJson(graph, marks), null, 2)}\n`
  }
}
