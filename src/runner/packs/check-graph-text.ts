import type { Problem } from '../../base/files/problem.ts'
import { factsOf } from '../../cases/read-pack.ts'
import { partsOf } from '../../compile/review/graph-parts.ts'
import { loadGraph } from '../../graph/load.ts'
import type { GraphFacts, ToolFacts } from '../../graph/model/graph-facts.ts'
import type { SopFolder } from './compile-folder.ts'

/** What the graph's own checker has against a text, with the SOP and the desk it is for. */
export const checkerOf =
  ({ source, desk }: SopFolder) =>
  (text: string): readonly Problem[] =>
    loadGraph(
      { graph: { file: 'graph.yaml', text }, sop: source },
      desk === null ? factsIn(text) : factsOf(desk.world),
    ).problems

/** Without a desk the graph's own tools are taken as given. */
function factsIn(graph: string): GraphFacts {
  const tools = [...(partsOf('graph.yaml', graph).parts?.values() ?? [])].flatMap(({ value }) =>
    typeof value.act === 'string' ? [[value.act, { role: 'write', parameters: [] }] as const] : [],
  )
  const handover = ['handover', { role: 'handover', parameters: ['reason', 'note'] }] as const
  return { tables: new Map(), tools: new Map<string, ToolFacts>([...tools, handover]) }
}
