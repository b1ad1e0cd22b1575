import type { JsonObject } from '../../base/values/json.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { graphToMermaid } from './draw-mermaid.ts'
import { drawingOf, type Marks } from './draw-model.ts'
import { graphToSvg } from './draw-svg.ts'

/** `sage graph --format`: every way a graph can be drawn. */
export const DRAW_FORMATS: Readonly<Record<string, (graph: Graph, marks: Marks) => string>> = {
  mermaid: graphToMermaid,
  svg: graphToSvg,
  json: (graph, marks) => `${JSON.stringify(graphToJson(graph, marks), null, 2)}\n`,
}

/** The graph as plain JSON for other tools: what the drawings show, with every clause's sentence. */
export function graphToJson(graph: Graph, marks: Marks = {}): JsonObject {
  const { parts } = drawingOf(graph, marks)
  return {
    parts: parts.map((part) => ({
      kind: part.kind,
      id: part.id,
      when: part.subtitle,
      start: part.start,
      steps: part.nodes.map((node) => ({
        id: node.id,
        kind: node.kind,
        does: node.does,
        cites: node.cites,
        ...(node.count === null ? {} : { count: node.count }),
        ...(node.on === 'none' ? {} : { on: node.on }),
      })),
      edges: part.lines.map((line) => ({
        from: line.from,
        to: line.to,
        ...(line.text === '' ? {} : { when: line.text }),
        ...(line.back ? { loop: true } : {}),
        ...(line.count === null ? {} : { count: line.count }),
        ...(line.on === 'none' ? {} : { on: line.on }),
      })),
    })),
    forbids: graph.forbids.map((forbid) => ({
      id: forbid.id,
      kind: forbid.kind,
      when: forbid.when.text,
      cites: forbid.cites,
    })),
    clauses: Object.fromEntries([...graph.sop.clauses.values()].map((clause) => [clause.id, clause.text])),
  }
}
