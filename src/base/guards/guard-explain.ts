import { Special, type Value } from '../values/value.ts'
import type { Guard, ReadVar, VarName } from './guard.ts'
import { evaluate } from './guard-evaluate.ts'

type Atom = Extract<Guard, { op: 'compare' | 'in' }>

/** The variables a guard reads, each once, in reading order. */
export function variablesOf(guard: Guard): readonly VarName[] {
  return [...new Set(atomsOf(guard).map((atom) => atom.name))]
}

/** Every comparison in a guard, in reading order. */
export function atomsOf(guard: Guard): readonly Atom[] {
  switch (guard.op) {
    case 'constant':
      return []
    case 'not':
      return atomsOf(guard.of)
    case 'and':
    case 'or':
      return guard.of.flatMap(atomsOf)
    default:
      return [guard]
  }
}

/**
 * Why a guard is false, for reports: "fields.has_photo == true, has_photo is unavailable". Names only the comparisons
 * that made it so. Empty where the guard holds.
 */
export function explainFalse(guard: Guard, read: ReadVar): string {
  if (evaluate(guard, read)) return ''
  const blamed = blame(guard, { holds: false, read })
  if (blamed.length === 0) return 'it is never true'
  return [...new Set(blamed.map((part) => sayAtom(part, read)))].join('; ')
}

/** A comparison that is to blame, and whether it came out true (under a `!`) or false. */
type Blamed = { readonly atom: Atom; readonly holds: boolean }

function blame(guard: Guard, seen: { readonly holds: boolean; readonly read: ReadVar }): readonly Blamed[] {
  switch (guard.op) {
    case 'constant':
      return []
    case 'not':
      return blame(guard.of, { holds: !seen.holds, read: seen.read })
    case 'and':
    case 'or': {
      // A false "and" is false by its false parts, a false "or" by all of them; a true one the other way round.
      const parts = guard.of.filter((part) => evaluate(part, seen.read) === seen.holds)
      return parts.flatMap((part) => blame(part, seen))
    }
    default:
      return [{ atom: guard, holds: seen.holds }]
  }
}

function sayAtom(blamed: Blamed, read: ReadVar): string {
  const { atom, holds } = blamed
  const value = `${shortName(atom.name)} is ${sayValue(read(atom.name))}`
  return holds ? `!(${sayText(atom)}), ${value}` : `${sayText(atom)}, ${value}`
}

/** A bare boolean is written out, so that the report reads without knowing the language. */
const sayText = (atom: Atom): string => (atom.text === atom.name ? `${atom.name} == true` : atom.text)

/** `records.order.status` is called by its last word: the full name stands just before it. */
const shortName = (name: VarName): string => name.slice(name.lastIndexOf('.') + 1)

export const sayValue = (value: Value): string =>
  value instanceof Special ? value.word : typeof value === 'string' ? `"${value}"` : String(value)
