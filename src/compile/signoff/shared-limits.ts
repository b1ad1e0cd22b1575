import type { Guard } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import { atomsOf } from '../../base/guards/guard-explain.ts'
import { parseGuard } from '../../base/guards/guard-parse.ts'
import { ABSENT, Special, type Value } from '../../base/values/value.ts'
import type { Decide } from '../../graph/words/ways.ts'

/** A figure of a condition that is about other things too: its value, what else holds, and the edge that is taken. */
export type SharedLimit = {
  readonly variable: string
  readonly value: number
  readonly others: readonly (readonly [variable: string, value: Value])[]
  readonly edge: number
}

/** so many combinations of the other values are tried */
const COMBINATIONS_MAX = 256

/**
 * The exact figure and its neighbour across the boundary, for each figure of a decide over several variables ("at most 30 days,
 * or at most 60 and damaged"). The other values are the first with which the figure makes a difference: without them the
 * question has no answer.
 */
export function sharedLimits(step: Decide): readonly SharedLimit[] {
  const guards = step.decide.map((edge) => ('when' in edge ? parseGuard(edge.when).guard : null))
  const atoms = guards.flatMap((guard) => (guard === null ? [] : atomsOf(guard)))
  const variables = [...new Set(atoms.map(({ name }) => name))]
  if (variables.length < 2) return []
  const otherwise = step.decide.findIndex((edge) => !('when' in edge))
  const edgeFor = (read: (name: string) => Value): number => {
    const held = guards.findIndex((guard) => guard !== null && evaluate(guard, read))
    return held === -1 ? otherwise : held
  }
  return variables.flatMap((variable) => {
    const combinations = combinationsOf(
      variables.filter((name) => name !== variable).map((name) => [name, valuesIn(atoms, name)]),
    )
    return limitsOf(atoms, variable).flatMap((limit): readonly SharedLimit[] => {
      for (const others of combinations) {
        const given = new Map(others)
        const at = (value: number): number =>
          edgeFor((name) => (name === variable ? value : (given.get(name) ?? ABSENT)))
        const across = [limit + 1, limit - 1].find((value) => value >= 0 && at(value) !== at(limit))
        if (across === undefined) continue
        return [limit, across].map((value) => ({ variable, value, others, edge: at(value) }))
      }
      return []
    })
  })
}

type Atom = Extract<Guard, { op: 'compare' | 'in' }>

const limitsOf = (atoms: readonly Atom[], variable: string): readonly number[] => [
  ...new Set(
    atoms.flatMap((atom) =>
      atom.name === variable && atom.op === 'compare' && typeof atom.value === 'number' ? [atom.value] : [],
    ),
  ),
]

/** Values that can make a difference, the plain ones first. */
function valuesIn(atoms: readonly Atom[], variable: string): readonly Value[] {
  const named = atoms.flatMap((atom) =>
    atom.name !== variable ? [] : atom.op === 'in' ? atom.values : [atom.value],
  )
  const figures = named.flatMap((value) => (typeof value === 'number' ? [value, value + 1] : []))
  if (figures.length > 0) return [...new Set(figures)]
  if (named.some((value) => typeof value === 'boolean')) return [true, false]
  const texts = named.filter((value) => typeof value === 'string')
  const specials = named.filter((value) => value instanceof Special)
  return texts.length > 0 ? texts : [...specials, PRESENT]
}
/** Something that is there, whatever it is. */
const PRESENT = 'given'

function combinationsOf(
  choices: readonly (readonly [string, readonly Value[]])[],
): readonly (readonly (readonly [string, Value])[])[] {
  return choices.reduce<readonly (readonly (readonly [string, Value])[])[]>(
    (all, [name, values]) =>
      all.flatMap((so) => values.map((value) => [...so, [name, value] as const])).slice(0, COMBINATIONS_MAX),
    [[]],
  )
}

/** `fields.x == refused`, as the guard language has it; null where the value is only "something". */
export function asGuard(variable: string, value: Value): string | null {
  if (value === PRESENT) return null
  if (value instanceof Special) return `${variable} == ${value.word}`
  return typeof value === 'string' ? `${variable} == '${value}'` : `${variable} == ${String(value)}`
}
