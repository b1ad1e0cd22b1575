import { assertNever } from '../../base/assert.ts'
import type { Guard, VarName } from '../../base/guards/guard.ts'
import { complement, intersect, isEmpty, union, type ValueSet } from '../domains/value-sets.ts'
import { atomSet, atomSetIn, baseOf, type Space } from './paths-space.ts'

/** What a guard asks of the variables: memberships in sets, joined by all and any; no negation is left. */
export type Need =
  | { readonly is: 'in'; readonly name: VarName; readonly set: ValueSet }
  | { readonly is: 'all' | 'any'; readonly of: readonly Need[] }

export const ALWAYS: Need = { is: 'all', of: [] }
export const NEVER: Need = { is: 'any', of: [] }

/** The need for `guard` to come out as `truth`. */
export function needOf(space: Space, guard: Guard, truth: boolean): Need {
  switch (guard.op) {
    case 'constant':
      return guard.value === truth ? ALWAYS : NEVER
    case 'not':
      return needOf(space, guard.of, !truth)
    case 'and':
    case 'or':
      return join(
        (guard.op === 'and') === truth ? 'all' : 'any',
        guard.of.map((part) => needOf(space, part, truth)),
      )
    case 'compare':
      return member(space, guard.name, {
        set: atomSet(space, guard.name, guard.is, guard.value),
        truth,
      })
    case 'in':
      return member(space, guard.name, { set: atomSetIn(space, guard.name, guard.values), truth })
    default:
      return assertNever(guard)
  }
}

function member(space: Space, name: VarName, wanted: { set: ValueSet; truth: boolean }): Need {
  return {
    is: 'in',
    name: baseOf(space.graph, name),
    set: wanted.truth ? wanted.set : complement(wanted.set),
  }
}

/** Flattens, and merges memberships of one variable: most ors of real guards then need no search at all. */
function join(is: 'all' | 'any', parts: readonly Need[]): Need {
  const merge = is === 'all' ? intersect : union
  const sets = new Map<VarName, ValueSet>()
  const rest: Need[] = []
  for (const part of parts.flatMap((one) => (one.is === is ? one.of : [one]))) {
    if (part.is !== 'in') rest.push(part)
    else sets.set(part.name, merge(sets.get(part.name) ?? part.set, part.set))
  }
  const of: Need[] = [...[...sets].map(([name, set]): Need => ({ is: 'in', name, set })), ...rest]
  return of.length === 1 && of[0] !== undefined ? of[0] : { is, of }
}

/** Could the need hold, one variable at a time? False is a proof. */
export function mayHold(need: Need, setOf: (name: VarName) => ValueSet): boolean {
  if (need.is === 'in') return !isEmpty(intersect(setOf(need.name), need.set))
  const holds = (part: Need) => mayHold(part, setOf)
  return need.is === 'all' ? need.of.every(holds) : need.of.some(holds)
}

/** The same need about other variables: the answers of a later round of a loop. */
export function renamed(need: Need, rename: (name: VarName) => VarName): Need {
  if (need.is !== 'in') return { is: need.is, of: need.of.map((part) => renamed(part, rename)) }
  return { ...need, name: rename(need.name) }
}
