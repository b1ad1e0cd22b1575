import { didYouMean } from '../files/suggest.ts'
import { isIsoDate } from '../values/iso-date.ts'
import { Special, type SpecialWord, type Value } from '../values/value.ts'
import type { Guard, VarName } from './guard.ts'
import { atomsOf, sayValue } from './guard-explain.ts'

/** What a variable may hold, as far as a guard's types are concerned (C6). */
export type VarType = {
  /** `row`: the record itself, compared with `absent` only */
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'enum' | 'row'
  readonly of: readonly string[]
  readonly range: readonly [number, number] | null
  readonly specials: readonly SpecialWord[]
}

/** The caller's table of variables; `known` feeds "did you mean". */
export type VarTable = {
  readonly typeOf: (name: VarName) => VarType | undefined
  readonly known: () => Iterable<VarName>
}

export type TypeFault = {
  readonly atom: Guard
  readonly code: string
  readonly message: string
  readonly hint?: string
}

/** C6: variables exist, constants are in the domain, ordering only on numbers and dates. */
export function checkGuardTypes(guard: Guard, table: VarTable): readonly TypeFault[] {
  return atomsOf(guard).flatMap((atom): readonly TypeFault[] => {
    const type = table.typeOf(atom.name)
    if (type === undefined) {
      const hint = didYouMean(atom.name, table.known())
      return [{ atom, code: 'unknown-variable', message: `"${atom.name}" is not declared`, hint }]
    }
    const isOrdering = atom.op === 'compare' && atom.is !== '==' && atom.is !== '!='
    if (isOrdering && type.type !== 'number' && type.type !== 'date') {
      const message = `"${atom.name}" is ${sayType(type)} and has no order; ${atom.is} is for numbers and dates`
      return [{ atom, code: 'no-order', message, hint: 'Use ==, != or in.' }]
    }
    const values = atom.op === 'in' ? atom.values : [atom.value]
    return values.flatMap((value) => {
      const fault =
        isOrdering && value instanceof Special ? orderedSpecial(value) : constantFault(value, type)
      return fault === null ? [] : [{ atom, ...fault, message: `"${atom.name}": ${fault.message}` }]
    })
  })
}

type Fault = { readonly code: string; readonly message: string; readonly hint?: string }

const orderedSpecial = (value: Special): Fault => ({
  code: 'no-order',
  message: `${value.word} has no order, so the comparison is always false`,
  hint: 'Use == or !=.',
})

/** Why this constant can never be the variable's value, or null. */
export function constantFault(value: Value, type: VarType): Fault | null {
  if (value instanceof Special) return specialFault(value, type)
  const wrong = (message: string, hint?: string): Fault =>
    hint === undefined ? { code: 'constant-type', message } : { code: 'constant-type', message, hint }
  switch (type.type) {
    case 'row':
      return wrong(`a record can only be compared with absent, not with ${sayValue(value)}`, 'Name a column.')
    case 'enum':
      if (typeof value === 'string' && type.of.includes(value)) return null
      return {
        code: 'constant-unknown',
        message: `${sayValue(value)} is not one of its values`,
        hint: didYouMean(String(value), type.of),
      }
    case 'date':
      if (typeof value === 'string' && isIsoDate(value)) return null
      return wrong(`${sayValue(value)} is not a date`, "Write dates as 'YYYY-MM-DD'.")
    case 'number':
      if (typeof value !== 'number') return wrong(`${sayValue(value)} is not a number`)
      if (type.range !== null && (value < type.range[0] || value > type.range[1])) {
        const message = `${value} is outside its range ${type.range[0]} to ${type.range[1]}`
        return { code: 'constant-range', message, hint: 'Widen the range, or correct the constant.' }
      }
      return null
    case 'boolean':
      return typeof value === 'boolean' ? null : wrong(`${sayValue(value)} is neither true nor false`)
    case 'string':
      return typeof value === 'string' ? null : wrong(`${sayValue(value)} is not text`, 'Put it in quotes.')
  }
}

function specialFault(value: Special, type: VarType): Fault | null {
  if (type.specials.includes(value.word)) return null
  const hint =
    value.word === 'refused' || value.word === 'unavailable'
      ? `Add ${value.word} to the field's may_be, or drop the comparison.`
      : `It may be: ${[...type.specials, 'data'].join(', ')}.`
  return { code: 'constant-unknown', message: `it is never ${value.word}`, hint }
}

const sayType = (type: VarType): string =>
  type.type === 'row'
    ? 'a record'
    : type.type === 'enum'
      ? 'an enum'
      : type.type === 'string'
        ? 'a text'
        : `a ${type.type}`
