import type { VarName } from '../../base/guards/guard.ts'
import { atomsOf, variablesOf } from '../../base/guards/guard-explain.ts'
import type { StepId } from '../../base/values/ids.ts'
import { dayNumberOf, isoDateOf } from '../../base/values/iso-date.ts'
import { type Scalar, Special } from '../../base/values/value.ts'
import type { Scale } from '../domains/domain-classes.ts'
import { type ClassSet, domainsOf } from '../domains/domains.ts'
import type { Graph, StepOf } from '../model/graph.ts'
import type { GraphFacts } from '../model/graph-facts.ts'
import { type Assignment, visitAssignments } from './check-assignments.ts'
import { sayAssignment, saySet } from './check-decides.ts'
import { flowOf } from './check-flow.ts'

/** What the checker knows of a decide: which values each edge stands for, and where the answer turns. */
export type DecideDescription = {
  readonly step: StepId
  readonly edges: readonly { readonly edge: string; readonly otherwise: boolean; readonly values: string }[]
  readonly boundaries: readonly Boundary[]
}

/** `30 | 31`: the last value on one side and the first on the other. */
export type Boundary = { readonly name: VarName; readonly below: Scalar; readonly above: Scalar }

const ASSIGNMENTS_SHOWN = 8

/** Every decide of a graph, as the checker sees it. */
export function describeDecides(graph: Graph, facts: GraphFacts): ReadonlyMap<StepId, DecideDescription> {
  const domains = domainsOf(graph, facts)
  const flow = flowOf(graph, domains)
  const described = new Map<StepId, DecideDescription>()
  for (const step of graph.steps.values()) {
    if (step.kind !== 'decide') continue
    const possible = flow.before(step.id)?.possible ?? new Map<VarName, ClassSet>()
    const read = [...new Set(step.edges.flatMap((edge) => variablesOf(edge.when)))]
    const taken: Assignment[][] = step.edges.map(() => [])
    visitAssignments({ edges: step.edges, possible, domains }, (assignment, holding) => {
      for (const index of holding)
        taken[index]?.push(assignment.filter((it) => read.includes(it.domain.name)))
    })
    described.set(step.id, {
      step: step.id,
      edges: step.edges.map((edge, index) => ({
        edge: edge.id,
        otherwise: edge.otherwise,
        values: sayAll(taken[index] ?? []),
      })),
      boundaries: boundariesOf(
        step,
        (name) => domains.of(name).classes.find((it) => it.stretch !== null)?.stretch?.scale ?? null,
      ),
    })
  }
  return described
}

/** One variable: its values in a row. Several: the combinations, as many as a person reads. */
function sayAll(assignments: readonly Assignment[]): string {
  const [first] = assignments
  if (first === undefined) return 'nothing'
  const [only] = first
  if (first.length === 1 && only !== undefined) {
    const set = assignments.reduce((all, each) => all | (each[0]?.set ?? 0n), 0n)
    return saySet(only.domain, set)
  }
  const said = [...new Set(assignments.map(sayAssignment))]
  const rest = said.length - ASSIGNMENTS_SHOWN
  return `${said.slice(0, ASSIGNMENTS_SHOWN).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}

function boundariesOf(step: StepOf<'decide'>, scaleOf: (name: VarName) => Scale | null): readonly Boundary[] {
  const found = new Map<string, Boundary>()
  for (const atom of step.edges.flatMap((edge) => (edge.otherwise ? [] : atomsOf(edge.when)))) {
    if (atom.op !== 'compare' || atom.is === '==' || atom.is === '!=' || atom.value instanceof Special)
      continue
    const scale = scaleOf(atom.name)
    if (scale === null) continue
    const [below, above] =
      atom.is === '<=' || atom.is === '>'
        ? [atom.value, moved(atom.value, scale, 1)]
        : [moved(atom.value, scale, -1), atom.value]
    found.set(`${atom.name} ${below}`, { name: atom.name, below, above })
  }
  return [...found.values()]
}

function moved(value: Scalar, scale: Scale, by: 1 | -1): Scalar {
  if (typeof value === 'string') return isoDateOf((dayNumberOf(value) ?? 0) + by)
  if (typeof value !== 'number') return value
  return Number((value + by * scale.step).toFixed(8))
}
