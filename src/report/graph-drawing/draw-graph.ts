import type { Graph } from '../../graph/model/graph.ts'
import { graphToJson } from './draw-json.ts'
import { graphToMermaid } from './draw-mermaid.ts'
import type { Marks } from './draw-model.ts'
import { graphToSvg } from './draw-svg.ts'

/** `sage graph --format`: every way a graph can be drawn. */
export const DRAW_FORMATS: Readonly<Record<string, (graph: Graph, marks: Marks) => string>> = {
  mermaid: graphToMermaid,
  svg: graphToSvg,
  json: (graph, marks) => `${JSON.stringify(graphToJson(graph, marks), null, 2)}\n`,
}
