import { stringify } from 'yaml'
import { YAML_LIMITS } from '../base/files/yaml-file.ts'
import type { GraphFile } from '../graph/file/graph-file.ts'
import { loadGraph, type SourceFile } from '../graph/load.ts'
import type { GraphFacts, ToolFacts } from '../graph/model/graph-facts.ts'
import { parseSop } from '../sop/parse-sop.ts'
import type { SopDocument } from '../sop/sop.ts'
import type { Compiled } from './compile.ts'
import type { Outline, Statement } from './outline/outline.ts'
import { readOutline } from './read/read-outline.ts'
import { type Sketch, type SketchOptions, sketchGraph } from './sketch/sketch.ts'
import { inside } from './sketch/weave.ts'

/**
 * From SOP text to graph where no desk is described yet. In: the document and, if known, the names of tools. Out:
 * graph.yaml as text, every step citing its sentence; what could not be read, by line; and the fields and tools the text
 * needs. It must not know a world: every condition is a question of its own until somebody ties it to a record.
 */
export function compileText(source: SourceFile, options: SketchOptions): Compiled {
  const sop = parseSop(source.file, source.text)
  const outline = readOutline(sop)
  // the checker would refuse it: say so before a graph nobody can load is woven
  if (source.text.length > YAML_LIMITS.bytesMax)
    return {
      graph: null,
      unresolved: listed(outline, []),
      problems: loadGraph({ graph: { file: 'graph.yaml', text: '' }, sop: source }, factsOf([])).problems,
      needs: NO_NEEDS,
      counts: countsOf({}, sop),
    }
  const sketch = sketchGraph(sop, outline, options)
  const unresolved = listed(outline, sketch.unresolved)
  if (Object.keys(sketch.graph.procedures).length === 0)
    return { graph: null, unresolved, problems: [], needs: NO_NEEDS, counts: countsOf({}, sop) }
  const needed = toolsIn(sketch.graph)
  const graph = stringify(sketch.graph, { lineWidth: 0 })
  const { problems } = loadGraph({ graph: { file: 'graph.yaml', text: graph }, sop: source }, factsOf(needed))
  const fields = Object.keys(sketch.graph.fields).filter((field) => field !== 'intent')
  const needs = { fields, records: [], tools: needed }
  return { graph, unresolved, problems, needs, counts: countsOf(sketch.graph.procedures, sop) }
}

const NO_NEEDS: Compiled['needs'] = { fields: [], records: [], tools: [] }

function countsOf(procedures: GraphFile['procedures'], sop: SopDocument): Compiled['counts'] {
  const steps = Object.values(procedures).flatMap((procedure) => Object.values(procedure.steps))
  const cited = new Set(steps.flatMap((step) => ('cites' in step ? [step.cites ?? []].flat() : [])))
  return {
    steps: steps.length,
    edges: steps.reduce(
      (sum, step) => sum + ('decide' in step ? step.decide.length : 'next' in step ? 1 : 0),
      0,
    ),
    decisions: steps.filter((step) => 'decide' in step).length,
    clauses: sop.clauses.size,
    cited: cited.size,
  }
}

/** Every sentence that was not read or not tied, once, in the order of the text. */
function listed(outline: Outline, untied: Sketch['unresolved']): Compiled['unresolved'] {
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
  tools: new Map<string, ToolFacts>([
    ...tools.map((tool) => [tool, { role: 'write', parameters: [] }] as const),
    ['handover', { role: 'handover', parameters: ['reason', 'note'] }] as const,
  ]),
})
