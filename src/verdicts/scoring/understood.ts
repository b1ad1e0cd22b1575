import type { Guard, VarName } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import { atomsOf } from '../../base/guards/guard-explain.ts'
import { memo } from '../../base/memo.ts'
import { REFUSED, type Scalar, Special, UNAVAILABLE, UNKNOWN, type Value } from '../../base/values/value.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { foldCase } from '../../text/fold.ts'
import type { Seen, SeenTurn } from '../trial-view/seen.ts'

/** What a report says the customer told, against what they did tell (V1). */
type Told = SeenTurn['told'][number]

/** A report has one place for a field: with several requests open, the value of any of them is right. */
export function fieldsRight(seen: Seen, { relevant, told, report }: SeenTurn): { right: number; of: number } {
  if (relevant.length === 0) return { right: 0, of: 0 }
  const fields = new Set(relevant.map(({ field }) => field))
  const isOfMany = told.some(({ request }) => request !== told[0]?.request)
  const all = isOfMany ? [...relevant, ...told] : relevant
  let right = 0
  for (const field of fields)
    if (all.some((one) => one.field === field && isRight(seen, report, one))) right += 1
  return { right, of: fields.size }
}

/**
 * Did the agent report everything right that it could act on: the relevant fields, and all that was told before? An agent
 * that misread an earlier answer acts wrongly on a misunderstanding, which is no execution gap. Of several requests the
 * report may tell any.
 */
export function everythingUnderstood(seen: Seen, turn: SeenTurn): boolean {
  const all = turn.relevant.length === 0 ? turn.told : [...turn.relevant, ...turn.told]
  // Nearly always everything is right, and no field has to be looked for in another request.
  return all.every(
    (one) =>
      isRight(seen, turn.report, one) ||
      all.some((other) => other !== one && other.field === one.field && isRight(seen, turn.report, other)),
  )
}

/**
 * The claim counts, not the truth (V1); before it is said, `unknown` is right, and so is what the customer's words let an
 * agent infer: the very value they would have told. Values that no guard tells apart are one.
 */
function isRight(seen: Seen, report: SeenTurn['report'], one: Told): boolean {
  const { field, value } = one
  const fields = report?.fields
  const said = (fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined) ?? 'unknown'
  if (isSame(said, value)) return true
  if (value === UNKNOWN) return isInferred(seen, one, said)
  return said !== 'unknown' && areAlike(seen.pack.graph, field, [value, reportedValue(said)])
}

/** Case and white space do not matter. */
function isSame(said: string | number | boolean, value: Value): boolean {
  const claimed = value instanceof Special ? value.word : String(value)
  return String(said) === claimed || foldCase(String(said)) === foldCase(claimed)
}

function isInferred(
  { case: { card } }: Seen,
  { request, field }: Told,
  said: string | number | boolean,
): boolean {
  const knows = card.requests[Number(request.slice(1)) - 1]?.knows
  const truth = knows !== undefined && Object.hasOwn(knows, field) ? knows[field] : undefined
  return truth !== undefined && isSame(said, truth)
}

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
