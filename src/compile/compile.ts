import type { Problem } from '../base/files/problem.ts'
import type { Lexicon } from '../base/values/lexicon.ts'
import { loadGraph, type SourceFile } from '../graph/load.ts'
import type { GraphFacts } from '../graph/model/graph-facts.ts'
import { clauseNamed } from '../sop/clause-id.ts'
import { parseSop } from '../sop/parse-sop.ts'
import type { World } from '../world/world.ts'
import { type BoundSop, bindSop } from './bind/bind-sop.ts'
import { type CompileCounts, countGraph } from './count-graph.ts'
import { emitGraph } from './emit/emit.ts'
import { readOutline } from './read/read-outline.ts'
import { deskOf } from './tie/desk.ts'

/**
 * From SOP text to graph. In: the document and what the desk knows, can look up, do and say. Out: graph.yaml as text, with
 * every step citing its sentence, and everything that could not be tied, by line. It must not know models, files or packs;
 * it never invents: a sentence it cannot read is listed, not guessed at.
 */
export type Compiled = {
  /** graph.yaml; null where the text holds no procedure */
  readonly graph: string | null
  readonly unresolved: readonly UnresolvedSentence[]
  /** what the graph's own checker says of it: none, if it is sound */
  readonly problems: readonly Problem[]
  readonly needs: Needs
  readonly counts: CompileCounts
}
export type UnresolvedSentence = {
  readonly line: number
  readonly text: string
  readonly because: string
  /** a gap in the flow (unless said otherwise), or a prohibition that changes no step */
  readonly of?: 'flow' | 'prohibition'
}
/** What the text needs of the desk. */
export type Needs = {
  readonly fields: readonly string[]
  readonly records: readonly string[]
  readonly tools: readonly string[]
}

export type DeskFiles = { readonly world: World; readonly lexicon: Lexicon }

export function compile(source: SourceFile, { world, lexicon }: DeskFiles): Compiled {
  const sop = parseSop(source.file, source.text)
  const desk = deskOf(world, lexicon)
  const bound = bindSop(readOutline(sop), sop, desk)
  const unresolved = bound.unresolved
    .map(({ clause, line, text, because, of }) => ({
      line: line || (clauseNamed(sop, clause)?.at.line ?? 1),
      text,
      because,
      of,
    }))
    .sort((a, b) => a.line - b.line)
  const needs = needsOf(bound)
  // nothing but ends: the text asks nobody to do anything
  const isEmpty = [...bound.steps.values()].every(
    ({ kind }) => kind === 'end' || kind === 'run' || kind === 'exit',
  )
  if (bound.procedures.length === 0 || isEmpty)
    return { graph: null, unresolved, problems: [], needs, counts: countGraph(null, sop.clauses.size) }
  const graph = emitGraph(bound, desk, sop)
  const counts = countGraph(graph, sop.clauses.size)
  const { problems } = loadGraph({ graph: { file: 'graph.yaml', text: graph }, sop: source }, factsOf(world))
  return { graph, unresolved, problems, needs, counts }
}

function needsOf({ steps }: BoundSop): Needs {
  const all = [...steps.values()]
  return {
    fields: unique(all.flatMap((step) => (step.kind === 'learn' ? [step.field] : []))),
    records: unique(all.flatMap((step) => (step.kind === 'check' ? [step.record] : []))),
    tools: unique(all.flatMap((step) => (step.kind === 'check' || step.kind === 'act' ? [step.tool] : []))),
  }
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)].sort()

/** What the graph's checker may know of the back office. */
function factsOf(world: World): GraphFacts {
  const tools = [...world.tools].map(([name, { role, parameters }]) => {
    const { properties } = parameters
    const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
    return [name, { role, parameters: names }] as const
  })
  return { tables: world.tables, tools: new Map(tools) }
}
