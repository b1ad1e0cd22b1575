import type { VarName } from '../../base/guards/guard.ts'
import { compileGuard } from '../../base/guards/guard-evaluate.ts'
import { atomsOf, variablesOf } from '../../base/guards/guard-explain.ts'
import { memo } from '../../base/memo.ts'
import type { Value } from '../../base/values/value.ts'
import type { Domains, VarDomain } from '../domains/domains.ts'
import {
  complement,
  hasData,
  hull,
  intersect,
  isEmpty,
  sampleOf,
  satisfying,
  single,
  union,
  type ValueSet,
  withoutData,
  withoutSpecials,
} from '../domains/value-sets.ts'
import type { Edge } from '../model/graph.ts'

/** C2: above this many combinations the checker says so instead of sampling. */
export const ASSIGNMENTS_MAX = 200_000

/** The possible values of variables at one place; a variable not in it may be anything its domain has. */
export type Possible = ReadonlyMap<VarName, ValueSet>

/** One way to fill in the variables a decision reads: for each, a set of values its guards cannot tell apart. */
export type Assignment = readonly { readonly domain: VarDomain; readonly set: ValueSet }[]

/** Values of one variable that no atom of the decision tells apart. */
type Group = { readonly set: ValueSet; readonly special: boolean; readonly value: Value }
type ArgumentSlot = {
  readonly domain: VarDomain
  readonly read: boolean
  readonly groups: readonly Group[]
  /** the groups as far as they are allowed, worked out once: there are few such sets, and many assignments */
  readonly under: (allowed: ValueSet) => readonly Group[]
  readonly parents: readonly number[]
}

export type Question = {
  readonly edges: readonly Pick<Edge, 'when' | 'otherwise'>[]
  readonly possible: Possible
  readonly domains: Domains
}

/** The variables a decision reads, with the variables those hang on, parents first. */
export function closureOf(names: readonly VarName[], domains: Domains): readonly VarName[] {
  const ordered = new Set<VarName>()
  const add = (name: VarName): void => {
    if (ordered.has(name)) return
    for (const parent of domains.of(name).parents) add(parent)
    ordered.add(name)
  }
  for (const name of names) add(name)
  return [...ordered]
}

/**
 * Visits every possible assignment once, with the edges that hold. Exact: values are told apart as the guards do, and what
 * cannot be together (an absent record with a column) is never visited. False: too many to visit.
 */
export function visitAssignments(
  question: Question,
  visit: (assignment: Assignment, holding: readonly number[]) => void,
): boolean {
  const slots = slotsOf(question)
  const product = slots.reduce((size, slot) => (slot.read ? size * slot.groups.length : size), 1)
  if (product > ASSIGNMENTS_MAX) return false
  const position = new Map(slots.map((slot, index) => [slot.domain.name, index]))
  const chosen: Group[] = []
  const read = (name: VarName): Value => {
    const at = position.get(name)
    return at === undefined ? false : (chosen[at]?.value ?? false)
  }
  const guards = question.edges.map((edge) => (edge.otherwise ? null : compileGuard(edge.when)))
  const holding = (): readonly number[] => {
    const plain = guards.flatMap((guard, index) => (guard?.(read) === true ? [index] : []))
    return plain.length > 0 ? plain : guards.flatMap((guard, index) => (guard === null ? [index] : []))
  }
  let visited = 0
  const fill = (at: number): boolean => {
    const slot = slots[at]
    if (slot === undefined) {
      visited += 1
      if (visited > 2 * ASSIGNMENTS_MAX) return false
      visit(
        slots.flatMap(({ domain }, index) => {
          const set = chosen[index]?.set
          return set === undefined ? [] : [{ domain, set }]
        }),
        holding(),
      )
      return true
    }
    const allowed = slot.domain.given(slot.parents.map((parent) => chosen[parent]?.special ?? false))
    for (const group of slot.under(allowed)) {
      chosen[at] = group
      if (!fill(at + 1)) return false
    }
    return true
  }
  return fill(0)
}

function slotsOf(question: Question): readonly ArgumentSlot[] {
  const atoms = question.edges.filter((edge) => !edge.otherwise).flatMap((edge) => atomsOf(edge.when))
  const read = new Set(question.edges.flatMap((edge) => variablesOf(edge.when)))
  const names = closureOf([...read], question.domains)
  const position = new Map(names.map((name, index) => [name, index]))
  return names.map((name) => {
    const domain = question.domains.of(name)
    const own = atoms.filter((atom) => atom.name === name)
    const parents = domain.parents.map((parent) => position.get(parent) ?? -1)
    const groups = groupsOf(domain, own, question.possible.get(name) ?? domain.all)
    const under = memo((allowed: ValueSet) =>
      groups.flatMap((group) => {
        const set = intersect(group.set, allowed)
        return isEmpty(set) ? [] : [{ ...group, set }]
      }),
    )
    return { domain, read: read.has(name), groups, under, parents }
  })
}

/** The values the atoms cannot tell apart, together: data apart from specials, numbers in their order. */
function groupsOf(
  { shape, step }: VarDomain,
  atoms: ReturnType<typeof atomsOf>,
  among: ValueSet,
): readonly Group[] {
  const cuts = atoms.flatMap((atom) =>
    atom.op === 'in'
      ? atom.values.map((value) => single(shape, value)).reduce(union)
      : satisfying(shape, atom.is, atom.value),
  )
  const parts = cuts.reduce<readonly ValueSet[]>(
    (sets, cut) =>
      sets.flatMap((set) => [intersect(set, cut), intersect(set, complement(cut))]).filter(isFilled),
    [withoutSpecials(among), withoutData(among)].filter(isFilled),
  )
  const lowOf = (set: ValueSet): number => hull(set)?.[0] ?? 0
  return parts
    .map((set) => ({ set, special: !hasData(set), value: sampleOf(shape, set, step) }))
    .sort((a, b) => Number(a.special) - Number(b.special) || lowOf(a.set) - lowOf(b.set))
}

const isFilled = (set: ValueSet): boolean => !isEmpty(set)
