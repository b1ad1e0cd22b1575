import { readYaml } from '../base/files/yaml-file.ts'
import { GraphFileReader, type StepFile } from '../graph/file/graph-file.ts'

/** How much of a document became what: as written in the file, not as expanded. */
export type CompileCounts = {
  readonly steps: number
  readonly edges: number
  readonly decisions: number
  readonly clauses: number
  /** clauses that a step cites */
  readonly cited: number
}

export function countGraph(text: string | null, clauses: number): CompileCounts {
  const graph = text === null ? undefined : readYaml('graph.yaml', text, GraphFileReader).value
  if (graph === undefined) return { steps: 0, edges: 0, decisions: 0, clauses, cited: 0 }
  const parts = [
    ...Object.values(graph.procedures),
    ...Object.values(graph.sub_procedures ?? {}),
    ...(graph.interrupts ?? []),
  ]
  const steps = parts.flatMap((part) => Object.values(part.steps))
  const decides = steps.flatMap((step) => ('decide' in step ? [step.decide] : []))
  return {
    steps: steps.length,
    edges: decides.reduce((sum, edges) => sum + edges.length, 0),
    decisions: decides.length,
    clauses,
    cited: new Set(steps.flatMap(citedBy)).size,
  }
}

function citedBy(step: StepFile): readonly string[] {
  const cites = 'cites' in step ? step.cites : undefined
  return typeof cites === 'string' ? cites.split(',').map((clause) => clause.trim()) : (cites ?? [])
}
