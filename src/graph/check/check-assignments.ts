import type { VarName } from '../../base/guards/guard.ts'
import { compileGuard } from '../../base/guards/guard-evaluate.ts'
import { atomsOf, variablesOf } from '../../base/guards/guard-explain.ts'
import type { Value } from '../../base/values/value.ts'
import { alikeClasses, type ClassSet, type Domains, type VarDomain } from '../domains/domains.ts'
import type { Edge } from '../model/graph.ts'

/** C2: above this many combinations the checker says so instead of sampling. */
export const ASSIGNMENTS_MAX = 200_000

/** The possible classes of variables at one place; a variable not in it may be anything its domain has. */
export type Possible = ReadonlyMap<VarName, ClassSet>

/** One way to fill in the variables a decision reads: for each, a set of classes its guards cannot tell apart. */
export type Assignment = readonly { readonly domain: VarDomain; readonly set: ClassSet }[]

/** Classes of one variable that no atom of the decision tells apart. */
type Group = { readonly set: ClassSet; readonly special: boolean; readonly value: Value }
type Slot = {
  readonly domain: VarDomain
  readonly read: boolean
  readonly groups: readonly Group[]
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
 * Visits every possible assignment once, with the edges that hold. Exact: classes are split at the constants, and what
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
        slots.map(({ domain }, index) => ({ domain, set: chosen[index]?.set ?? 0n })),
        holding(),
      )
      return true
    }
    const allowed = slot.domain.given(slot.parents.map((parent) => chosen[parent]?.special ?? false))
    for (const group of slot.groups) {
      const set = group.set & allowed
      if (set === 0n) continue
      chosen[at] = { ...group, set }
      if (!fill(at + 1)) return false
    }
    return true
  }
  return fill(0)
}

function slotsOf(question: Question): readonly Slot[] {
  const atoms = question.edges.filter((edge) => !edge.otherwise).flatMap((edge) => atomsOf(edge.when))
  const read = new Set(question.edges.flatMap((edge) => variablesOf(edge.when)))
  const names = closureOf([...read], question.domains)
  const position = new Map(names.map((name, index) => [name, index]))
  return names.map((name) => {
    const domain = question.domains.of(name)
    const own = atoms.filter((atom) => atom.name === name)
    const parents = domain.parents.map((parent) => position.get(parent) ?? -1)
    return {
      domain,
      read: read.has(name),
      groups: groupsOf(domain, { atoms: own, among: question.possible.get(name) ?? domain.all }),
      parents,
    }
  })
}

type Atom = ReturnType<typeof atomsOf>[number]
type Grouping = { readonly atoms: readonly Atom[]; readonly among: ClassSet }

/** Classes the atoms cannot tell apart, together: only the atoms' own constants can part them. */
function groupsOf(domain: VarDomain, { atoms, among }: Grouping): readonly Group[] {
  const tests = atoms.map(compileGuard)
  const groups = new Map<string, { set: ClassSet; readonly special: boolean; readonly value: Value }>()
  for (const { set, sample } of alikeClasses(domain, constantsIn(atoms))) {
    const open = set & among
    if (open === 0n) continue
    const [value] = sample.values
    const signature =
      tests.map((test) => (test(() => value) ? '1' : '0')).join('') + (sample.special ? 's' : 'd')
    const group = groups.get(signature)
    if (group === undefined) groups.set(signature, { set: open, special: sample.special, value })
    else group.set |= open
  }
  return [...groups.values()]
}

const constantsIn = (atoms: readonly Atom[]): readonly Value[] =>
  atoms.flatMap((atom) => (atom.op === 'in' ? atom.values : [atom.value]))
