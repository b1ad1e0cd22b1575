import type { Lexicon } from '../base/values/lexicon.ts'
import { factsOf } from '../cases/read-pack.ts'
import { compile } from '../compile/compile.ts'
import { loadGraph } from '../graph/load.ts'
import type { Graph } from '../graph/model/graph.ts'
import type { SopDocument } from '../sop/sop.ts'
import type { World } from '../world/world.ts'

/** The graph an agent walks that is given an SOP, and where it comes from. */
export type WalkedGraph = {
  readonly graph: Graph
  /** `sop`: compiled from the text alone; `pack`: a sentence of the flow could not be tied, so the reviewed one serves */
  readonly from: 'sop' | 'pack'
}

type Desk = { readonly graph: Graph; readonly world: World; readonly lexicon: Lexicon }

const walked = new WeakMap<SopDocument, WalkedGraph>()

/** Compiles the SOP of a desk, once. A prohibition left untied changes no step; a flow with a gap is no flow to walk. */
export function walkedGraph(desk: Desk): WalkedGraph {
  const { sop } = desk.graph
  const known = walked.get(sop)
  if (known !== undefined) return known
  const made = fromSop(desk) ?? { graph: desk.graph, from: 'pack' }
  walked.set(sop, made)
  return made
}

function fromSop({ graph: { sop }, world, lexicon }: Desk): WalkedGraph | undefined {
  const source = { file: sop.file, text: sop.text }
  const { graph: text, unresolved } = compile(source, { world, lexicon })
  if (text === null || unresolved.some(({ of }) => of !== 'prohibition')) return undefined
  const { value } = loadGraph({ graph: { file: 'graph.yaml', text }, sop: source }, factsOf(world))
  return value === undefined ? undefined : { graph: value, from: 'sop' }
}
