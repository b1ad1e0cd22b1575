import { assertNever } from '../../src/base/assert.ts'
import type { CompareOp, Guard, VarName } from '../../src/base/guards/guard.ts'
import { Special, type Value } from '../../src/base/values/value.ts'

/** V5, written again: comparisons of one variable with constants, joined by and, or, not. */
export function holds(guard: Guard, read: (name: VarName) => Value): boolean {
  switch (guard.op) {
    case 'constant':
      return guard.value
    case 'and':
      return guard.of.every((part) => holds(part, read))
    case 'or':
      return guard.of.some((part) => holds(part, read))
    case 'not':
      return !holds(guard.of, read)
    case 'in':
      return guard.values.some((value) => sameValue(read(guard.name), value))
    case 'compare':
      return compare(read(guard.name), guard.is, guard.value)
    default:
      return assertNever(guard)
  }
}

/** Each special equals only itself; data is compared strictly: 1 is not "1". */
export const sameValue = (a: unknown, b: unknown): boolean =>
  a instanceof Special || b instanceof Special
    ? a instanceof Special && b instanceof Special && a.word === b.word
    : a === b

/** `<`, `<=`, `>`, `>=` with a special, or between a number and a word, is false. */
export function compare(left: unknown, is: CompareOp, right: unknown): boolean {
  if (is === '==') return sameValue(left, right)
  if (is === '!=') return !sameValue(left, right)
  const order = orderOf(left, right)
  if (order === null) return false
  if (is === '<') return order < 0
  if (is === '<=') return order <= 0
  if (is === '>') return order > 0
  return order >= 0
}

function orderOf(left: unknown, right: unknown): number | null {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  return null
}

/** every variable a guard names, in the order of its text */
export function variablesOf(guard: Guard): readonly VarName[] {
  switch (guard.op) {
    case 'constant':
      return []
    case 'and':
    case 'or':
      return guard.of.flatMap(variablesOf)
    case 'not':
      return variablesOf(guard.of)
    case 'in':
    case 'compare':
      return [guard.name]
    default:
      return assertNever(guard)
  }
}
