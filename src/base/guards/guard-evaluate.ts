import { assertNever } from '../assert.ts'
import { memo } from '../memo.ts'
import { type Scalar, Special, type Value } from '../values/value.ts'
import type { CompareOp, Guard, ReadVar, VarName } from './guard.ts'

export type CompiledGuard = (read: ReadVar) => boolean

/** Compiles once to closures: guards are evaluated for every event of every trial, and by many who do not know of each other. */
export const compileGuard = memo((guard: Guard): CompiledGuard => {
  switch (guard.op) {
    case 'constant': {
      const { value } = guard
      return () => value
    }
    case 'not': {
      const inner = compileGuard(guard.of)
      return (read) => !inner(read)
    }
    case 'and': {
      const parts = guard.of.map(compileGuard)
      return (read) => parts.every((part) => part(read))
    }
    case 'or': {
      const parts = guard.of.map(compileGuard)
      return (read) => parts.some((part) => part(read))
    }
    case 'in': {
      const { name } = guard
      const values = new Set(guard.values)
      return (read) => values.has(read(name))
    }
    case 'compare':
      return compileCompare(guard.name, guard.is, guard.value)
    default:
      return assertNever(guard)
  }
})

export const evaluate = (guard: Guard, read: ReadVar): boolean => compileGuard(guard)(read)

/** V5: specials equal only themselves, and no ordering with a special holds. Also the comparison of constraints. */
export function compareValues(left: Value, is: CompareOp, right: Value): boolean {
  if (is === '==') return left === right
  if (is === '!=') return left !== right
  if (left instanceof Special || right instanceof Special) return false
  return order(left, is, right)
}

function compileCompare(name: VarName, is: CompareOp, constant: Value): CompiledGuard {
  if (is === '==') return (read) => read(name) === constant
  if (is === '!=') return (read) => read(name) !== constant
  return (read) => compareValues(read(name), is, constant)
}

/** Numbers by size, ISO dates by their letters; anything else has no order. */
function order(left: Scalar, is: CompareOp, right: Scalar): boolean {
  const numbers = typeof left === 'number' && typeof right === 'number'
  const dates = typeof left === 'string' && typeof right === 'string'
  if (!numbers && !dates) return false
  switch (is) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
    default:
      return false
  }
}
