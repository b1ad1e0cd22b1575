import { stringify } from 'yaml'
import type { Problem } from '../base/problem.ts'
import { YAML_LIMITS } from '../base/yaml-file.ts'
import type { GraphFacts } from '../graph/graph-facts.ts'
import type { GraphFile } from '../graph/graph-file.ts'
import { loadGraph, type SourceFile } from '../graph/load.ts'
import { parseSop } from '../sop/parse-sop.ts'
import type { Outline, Statement } from './outline.ts'
import { readOutline } from './read/read-outline.ts'
import { type Sketch, type SketchOptions, sketchGraph } from './sketch/sketch.ts'
import { inside } from './sketch/weave.ts'

/**
 * From SOP text to graph where no desk is described yet. In: the document and, if known, the names of tools. Out:
 * graph.yaml as text, every step citing its sentence; what could not be read, by line; and the fields and tools the text
 * needs. It must not know a world: every condition is a question of its own until somebody ties it to a record.
 */
export type CompiledText = {
  /** graph.yaml; null where the text holds no procedure */
  readonly graph: string | null
  readonly unresolved: readonly { readonly line: number; readonly text: string; readonly because: string }[]
  /** what the graph's own checker says of it: none, if it is sound */
  readonly problems: readonly Problem[]
  readonly needs: { readonly fields: readonly string[]; readonly tools: readonly string[] }
}

export function compileText(source: SourceFile, options: SketchOptions): CompiledText {
  const sop = parseSop(source.file, source.text)
  const outline = readOutline(sop)
  // the checker would refuse it: say so before a graph nobody can load is woven
  if (source.text.length > YAML_LIMITS.bytesMax)
    return {
      graph: null,
      unresolved: listed(outline, []),
      problems: loadGraph({ graph: { file: 'graph.yaml', text: '' }, sop: source }, factsOf([])).problems,
      needs: { fields: [], tools: [] },
    }
  const sketch = sketchGraph(sop, outline, options)
  const unresolved = listed(outline, sketch.unresolved)
  if (Object.keys(sketch.graph.procedures).length === 0)
    return { graph: null, unresolved, problems: [], needs: { fields: [], tools: [] } }
  const needed = toolsIn(sketch.graph)
  const graph = stringify(sketch.graph, { lineWidth: 0 })
  const { problems } = loadGraph({ graph: { file: 'graph.yaml', text: graph }, sop: source }, factsOf(needed))
  const fields = Object.keys(sketch.graph.fields).filter((field) => field !== 'intent')
  return { graph, unresolved, problems, needs: { fields, tools: needed } }
}

/** Every sentence that was not read or not tied, once, in the order of the text. */
function listed(outline: Outline, untied: Sketch['unresolved']): CompiledText['unresolved'] {
  const all = [...outline.sections.flatMap((section) => section.statements.flatMap(unreadIn)), ...untied]
  const lines = new Map(
    all.map(
      ({ at, text, because }) =>
        [`${at.line}:${at.column} ${text}`, { line: at.line, text, because }] as const,
    ),
  )
  return [...lines.values()].sort((a, b) => a.line - b.line)
}

type Unread = Extract<Statement, { readonly says: 'unread' }>
const unreadIn = (statement: Statement): readonly Unread[] =>
  statement.says === 'unread' ? [statement] : inside(statement).flatMap(unreadIn)

const toolsIn = (graph: GraphFile): readonly string[] => [
  ...new Set(
    Object.values(graph.procedures).flatMap(({ steps }) =>
      Object.values(steps).flatMap((step) => ('act' in step ? [step.act] : [])),
    ),
  ),
]

const factsOf = (tools: readonly string[]): GraphFacts => ({
  tables: new Map(),
  tools: new Map([
    ...tools.map((tool) => [tool, { role: 'write', parameters: [] }] as const),
    ['hand_over', { role: 'handover', parameters: ['reason', 'note'] }] as const,
  ]),
})
