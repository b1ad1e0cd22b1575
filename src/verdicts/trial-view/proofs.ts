import type { Guard } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import { REFUSED, Special, UNAVAILABLE, UNKNOWN, type Value } from '../../base/values/value.ts'
import type { DerivedSpec, FieldSpec, Graph, Step } from '../../graph/model/graph.ts'
import { fieldsOfVariable, followers, stepsBefore } from './ways.ts'

/**
 * What only the customer can show or say: no record settles it, and it finds none. What nobody compares with anything ("what
 * happened?") is a story, not a proof: the customer may have told it unasked. `compared`: only what is held against a record.
 */
export const weighedProofs = (graph: Graph, which: 'all' | 'compared'): readonly FieldSpec[] =>
  proofs(graph)[which]

const proofs = memo((graph: Graph) => ({
  all: findProofs(graph, 'all'),
  compared: findProofs(graph, 'compared'),
}))

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
  readonly targets: readonly StepId[]
  readonly read: (name: string) => Value
  readonly field: FieldSpec
}

/** Does a way to one of these steps pass a question for the field? Where none does, no proof is owed, whatever was said. */
export const mayBeOwed = (graph: Graph, { name }: FieldSpec, targets: readonly StepId[]): boolean =>
  targets.some((target) => {
    const before = stepsBefore(graph, target)
    return learnsOf(graph, name).some(({ id }) => before.has(id))
  })

/**
 * A proof is owed if, on the ways that records and what was said leave open, the step can be reached with it, and neither
 * without asking for it nor where it is lacking. Out: the steps that ask for it; null: it is not owed.
 */
export function isProofOwed(graph: Graph, proof: Proof): readonly StepId[] | null {
  const { targets, field, read } = proof
  const { name } = field
  if (!mayBeOwed(graph, field, targets)) return null
  const start = graph.procedures.find(({ id }) => id === proof.procedure)?.start
  const learns = learnsOf(graph, name).filter((step) => step.procedure === proof.procedure)
  const lacks = lacksOf(field)
  if (start === undefined || learns.length === 0 || lacks.length === 0) return null
  const isOwed =
    canReach(graph, start, targets, { read, open: name }) &&
    !canReach(graph, start, targets, { read, open: name, without: (step) => isLearn(step, name) }) &&
    lacks.every((value) => !canReach(graph, start, targets, { read, fixed: { field: name, value } }))
  return isOwed ? learns.map(({ id }) => id) : null
}

/** What stands in place of a field that is lacking. */
const lacksOf = ({ type, mayBe }: FieldSpec): readonly Value[] => [
  ...(mayBe.includes('refused') ? [REFUSED] : []),
  ...(mayBe.includes('unavailable') ? [UNAVAILABLE] : []),
  ...(type === 'boolean' ? [false] : []),
]

/** The steps of all procedures that ask for a field, in file order. */
const learnsOf = (graph: Graph, field: string): readonly Step[] => learnSteps(graph).get(field) ?? NO_STEPS

const NO_STEPS: readonly Step[] = []

const learnSteps = memo((graph: Graph): ReadonlyMap<string, readonly Step[]> => {
  const found = new Map<string, Step[]>()
  for (const step of graph.steps.values())
    if (step.kind === 'learn') found.set(step.field, [...(found.get(step.field) ?? []), step])
  return found
})

const isLearn = (step: Step, field: string): boolean => step.kind === 'learn' && step.field === field

/** What is known when somebody asks which ways are open. */
type Known = {
  /** variables as they stand */
  readonly read: (name: string) => Value
  /** a field taken as not yet given: whatever hangs on it may still be */
  readonly open?: string
  /** a field taken as given in this way */
  readonly fixed?: { readonly field: string; readonly value: Value }
  /** steps through which no way leads */
  readonly without?: (step: Step) => boolean
}

/** Can one of these steps be reached from there, on the ways that records and what was said leave open? */
function canReach(graph: Graph, from: StepId, targets: readonly StepId[], known: Known): boolean {
  const given = givenBy(graph, known)
  const before = targets.map((target) => stepsBefore(graph, target))
  const todo = [from]
  const seen = new Set(todo)
  // Ways that lead to none of them are not gone: their guards need not be read.
  const visit = (id: StepId): void => {
    if (seen.has(id) || !before.some((steps) => steps.has(id))) return
    seen.add(id)
    todo.push(id)
  }
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (targets.includes(id)) return true
    const step = graph.steps.get(id)
    if (step === undefined || known.without?.(step) === true) continue
    if (step.kind === 'decide') {
      for (const { to, when } of step.edges) if (!seen.has(to) && couldBe(when, true, given)) visit(to)
    } else for (const to of followers(step)) visit(to)
  }
  return false
}

/** An edge may hold unless what is known makes its guard false, whatever comes of the rest. */
function givenBy(graph: Graph, { read, open, fixed }: Known): Given {
  const isOpen = (name: string): boolean =>
    fieldsOfVariable(graph, name).some(
      ({ field, variable }) => field === open || (field !== fixed?.field && read(variable) === UNKNOWN),
    )
  const value = (name: string): Value => {
    if (fixed === undefined || !fieldsOfVariable(graph, name).some(({ field }) => field === fixed.field))
      return read(name)
    if (name === `fields.${fixed.field}`) return fixed.value
    return fixed.value instanceof Special ? withoutIt(read(name)) : read(name)
  }
  return { isOpen, value }
}

type Given = { readonly isOpen: (name: string) => boolean; readonly value: (name: string) => Value }

/** Could the guard come out like that? A comparison of something open could come out either way. */
function couldBe(guard: Guard, holds: boolean, given: Given): boolean {
  switch (guard.op) {
    case 'not':
      return couldBe(guard.of, !holds, given)
    case 'and':
    case 'or':
      return (guard.op === 'and') === holds
        ? guard.of.every((part) => couldBe(part, holds, given))
        : guard.of.some((part) => couldBe(part, holds, given))
    case 'constant':
      return guard.value === holds
    default:
      return given.isOpen(guard.name) || evaluate(guard, given.value) === holds
  }
}

/** What is worked out from something that is lacking: nothing matches it. */
const withoutIt = (value: Value): Value => (typeof value === 'boolean' ? false : UNKNOWN)
