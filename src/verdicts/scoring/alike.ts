import type { Guard, VarName } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import { atomsOf } from '../../base/guards/guard-explain.ts'
import { memo } from '../../base/memo.ts'
import { REFUSED, type Scalar, UNAVAILABLE, type Value } from '../../base/values/value.ts'
import type { Graph } from '../../graph/model/graph.ts'

/**
 * Are two values of a field one to this desk: does every comparison that the graph makes with it come out the same? "No receipt"
 * is `unavailable` to one agent and `false` to another; where no guard tells them apart, neither does a rule.
 */
export function areAlike(graph: Graph, field: string, [a, b]: readonly [Value, Value]): boolean {
  // A guard that asks only whether there is a number would make every wrong number a right one.
  if (isTold(a) || isTold(b)) return false
  const atoms = comparisonsOf(graph).get(`fields.${field}`) ?? []
  return atoms.length > 0 && atoms.every((atom) => evaluate(atom, () => a) === evaluate(atom, () => b))
}

/** A word or figure of the customer's own, in place of a yes, a no or a lack. */
const isTold = (value: Value): boolean => typeof value === 'string' || typeof value === 'number'

/** A word of a report as the value it stands for. */
export function reportedValue(said: Scalar): Value {
  if (typeof said !== 'string') return said
  return WORDS.get(said.trim().toLowerCase()) ?? said
}

const WORDS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
  ['none', false],
  ['refused', REFUSED],
  ['unavailable', UNAVAILABLE],
])

const comparisonsOf = memo((graph: Graph): ReadonlyMap<VarName, readonly Guard[]> => {
  const guards = [
    ...[...graph.steps.values()].flatMap((step) =>
      step.kind === 'decide' ? step.edges.map(({ when }) => when) : [],
    ),
    ...graph.forbids.map(({ when }) => when),
    ...graph.interrupts.flatMap(({ when }) => when ?? []),
  ]
  const byName = new Map<VarName, Guard[]>()
  for (const guard of guards)
    for (const atom of atomsOf(guard)) byName.set(atom.name, [...(byName.get(atom.name) ?? []), atom])
  return byName
})
