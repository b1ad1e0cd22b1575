import type { StepId } from '../../base/values/ids.ts'
import { REFUSED, UNAVAILABLE, type Value } from '../../base/values/value.ts'
import type { DerivedSpec, FieldSpec, Graph, Step } from '../../graph/model/graph.ts'
import { canReach } from './reach.ts'

/**
 * What only the customer can show or say: no record settles it, and it finds none. What nobody compares with anything ("what
 * happened?") is a story, not a proof: the customer may have told it unasked. `compared`: only what is held against a record.
 */
export function weighedProofs(graph: Graph, which: 'all' | 'compared'): readonly FieldSpec[] {
  const found = proofs[which].get(graph) ?? findProofs(graph, which)
  proofs[which].set(graph, found)
  return found
}

const proofs = {
  all: new WeakMap<Graph, readonly FieldSpec[]>(),
  compared: new WeakMap<Graph, readonly FieldSpec[]>(),
} as const

function findProofs(graph: Graph, which: 'all' | 'compared'): readonly FieldSpec[] {
  const isCompared = (name: string): boolean =>
    [...graph.derived.values()].some((spec) => sidesOf(spec, which).includes(`fields.${name}`))
  return [...graph.fields.values()].filter(
    ({ name, type, settledBy }) =>
      name !== 'intent' &&
      settledBy === null &&
      !isKey(graph, name) &&
      (isCompared(name) || (which === 'all' && type !== 'string')),
  )
}

const isKey = (graph: Graph, field: string): boolean =>
  [...graph.records.values()].some(({ by }) => by === `fields.${field}`)

function sidesOf(spec: DerivedSpec, which: 'all' | 'compared'): readonly string[] {
  if (spec.kind === 'same') return [spec.of, spec.as]
  if (which === 'compared') return []
  return spec.kind === 'minus' ? [spec.of, spec.minus] : [spec.of]
}

export type Proof = {
  readonly procedure: string | null
  readonly targets: ReadonlySet<StepId>
  readonly read: (name: string) => Value
  readonly field: FieldSpec
}

/**
 * A proof is owed if, on the ways that records and what was said leave open, the step can be reached with it, and neither
 * without asking for it nor where it is lacking. Out: the steps that ask for it; null: it is not owed.
 */
export function isProofOwed(graph: Graph, proof: Proof): readonly StepId[] | null {
  const { targets, read, field } = proof
  const { name, type, mayBe } = field
  const start = graph.procedures.find(({ id }) => id === proof.procedure)?.start
  const learns = learnsOf(graph, name).filter((step) => step.procedure === proof.procedure)
  const lacks: readonly Value[] = [
    ...(mayBe.includes('refused') ? [REFUSED] : []),
    ...(mayBe.includes('unavailable') ? [UNAVAILABLE] : []),
    ...(type === 'boolean' ? [false] : []),
  ]
  if (start === undefined || learns.length === 0 || lacks.length === 0) return null
  const isOwed =
    canReach(graph, start, targets, { read, open: name }) &&
    !canReach(graph, start, targets, { read, open: name, without: (step) => isLearn(step, name) }) &&
    lacks.every((value) => !canReach(graph, start, targets, { read, fixed: { field: name, value } }))
  return isOwed ? learns.map(({ id }) => id) : null
}

const learnSteps = new WeakMap<Graph, ReadonlyMap<string, readonly Step[]>>()

/** The steps of all procedures that ask for a field, in file order. */
function learnsOf(graph: Graph, field: string): readonly Step[] {
  const known = learnSteps.get(graph) ?? findLearns(graph)
  learnSteps.set(graph, known)
  return known.get(field) ?? []
}

function findLearns(graph: Graph): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, Step[]>()
  for (const step of graph.steps.values())
    if (step.kind === 'learn') found.set(step.field, [...(found.get(step.field) ?? []), step])
  return found
}

const isLearn = (step: Step, field: string): boolean => step.kind === 'learn' && step.field === field
