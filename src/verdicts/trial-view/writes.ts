import { compareValues } from '../../base/guards/guard-evaluate.ts'
import { sayValue } from '../../base/guards/guard-explain.ts'
import { memo } from '../../base/memo.ts'
import { Special, type Value } from '../../base/values/value.ts'
import type { Constraint, StepOf } from '../../graph/model/graph.ts'
import type { Seen, SeenAction, SeenCall } from './seen.ts'
import { actSteps } from './ways.ts'

/** The write calls of a trial with how each was judged, whatever the tool answered. */
export type Write = SeenAction & { readonly call: SeenCall }

export const writesOf = memo((seen: Seen): readonly Write[] =>
  seen.actions.filter((action): action is Write => action.call?.role === 'write'),
)

export const procedureOf = (seen: Seen, request: string | null): string | null =>
  seen.requests.find(({ id }) => id === request)?.procedure ?? null

/** The act steps a write call could have meant to do. */
export function stepsMeant(seen: Seen, write: Write): readonly StepOf<'act'>[] {
  const all = actSteps(seen.pack.graph, write.call.tool, procedureOf(seen, write.request))
  const own = all.filter(({ id }) => id === write.step)
  return own.length > 0 ? own : all
}

/** Constraints the arguments break, each in the author's words with the value it demands. */
export function brokenConstraints(step: StepOf<'act'>, write: Write): readonly string[] {
  const { readThen } = write
  if (readThen === null) return []
  return step.constraints
    .filter((constraint) => isBroken(constraint, write.call.input[constraint.argument], readThen))
    .map((constraint) => sayBroken(constraint, write, readThen))
}

type SeenRead = (name: string) => Value

function isBroken(constraint: Constraint, given: unknown, read: SeenRead): boolean {
  const { operand, is } = constraint
  if ('values' in operand) return !operand.values.some((value) => value === given)
  const wanted = 'value' in operand ? operand.value : read(operand.name)
  // What nobody has said or found yet cannot be contradicted: the call is premature, not wrong in its arguments.
  if (wanted instanceof Special || is === 'in') return false
  return !isScalar(given) || !compareValues(given, is, wanted)
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function sayBroken(constraint: Constraint, write: Write, read: SeenRead): string {
  const { operand, argument, text } = constraint
  const wanted = 'name' in operand ? `, which is ${sayValue(read(operand.name))}` : ''
  return `${argument} must be ${text}${wanted}; it is ${JSON.stringify(write.call.input[argument] ?? null)}`
}
