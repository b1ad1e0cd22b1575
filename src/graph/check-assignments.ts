import type { VarName } from '../base/guard.ts'
import { compileGuard } from '../base/guard-evaluate.ts'
import { atomsOf, variablesOf } from '../base/guard-explain.ts'
import type { Value } from '../base/value.ts'
import type { ValueClass } from './domain-classes.ts'
import type { ClassSet, Domains, VarDomain } from './domains.ts'
import type { Edge } from './graph.ts'

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
  readonly edges: readonly Edge[]
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
    const tests = atoms.filter((atom) => atom.name === name).map(compileGuard)
    const parents = domain.parents.map((parent) => position.get(parent) ?? -1)
    return {
      domain,
      read: read.has(name),
      groups: groupsOf(domain, { tests, among: question.possible.get(name) ?? domain.all }),
      parents,
    }
  })
}

type Grouping = { readonly tests: readonly ((read: () => Value) => boolean)[]; readonly among: ClassSet }

function groupsOf(domain: VarDomain, { tests, among }: Grouping): readonly Group[] {
  const groups = new Map<
    number | string,
    { set: ClassSet; readonly special: boolean; readonly value: Value }
  >()
  domain.classes.forEach((it: ValueClass, index) => {
    const bit = domain.bits[index] ?? 0n
    if (among !== domain.all && (among & bit) === 0n) return
    const signature = signatureOf(it, tests)
    const group = groups.get(signature)
    if (group === undefined) groups.set(signature, { set: bit, special: it.special, value: it.values[0] })
    else group.set |= bit
  })
  return [...groups.values()]
}

/** Which atoms hold for the class, as the digits of a number, or as text where a number has too few. */
function signatureOf(it: ValueClass, tests: Grouping['tests']): number | string {
  const [value] = it.values
  const read = (): Value => value
  if (tests.length > 50)
    return tests.map((test) => (test(read) ? '1' : '0')).join('') + (it.special ? 's' : 'd')
  let signature = it.special ? 1 : 0
  for (const test of tests) signature = signature * 2 + (test(read) ? 1 : 0)
  return signature
}
