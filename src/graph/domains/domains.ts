import { assert } from '../../base/assert.ts'
import type { Guard, VarName } from '../../base/guards/guard.ts'
import { atomsOf } from '../../base/guards/guard-explain.ts'
import { dayNumberOf } from '../../base/values/iso-date.ts'
import type { Value } from '../../base/values/value.ts'
import { columnOf, variableTable } from '../file/declarations.ts'
import type { DerivedSpec, Graph } from '../model/graph.ts'
import type { GraphFacts } from '../model/graph-facts.ts'
import { classesOf, type ValueClass } from './domain-classes.ts'

/** A set of classes of one variable, as bits: bit i is class i. */
export type ClassSet = bigint

/** What one variable may hold, and what that has to do with others. */
export type VarDomain = {
  readonly name: VarName
  readonly classes: readonly ValueClass[]
  /** where values that are classes of their own stand; not for numbers and dates */
  readonly indexOf: ReadonlyMap<Value, number>
  /** the bit of each class */
  readonly bits: readonly ClassSet[]
  readonly all: ClassSet
  readonly specials: ClassSet
  readonly data: ClassSet
  /** the variables that decide whether it is data at all: a record's key, a column's record, a derived one's inputs */
  readonly parents: readonly VarName[]
  /** what it may be, given whether each parent is special */
  readonly given: (parentIsSpecial: readonly boolean[]) => ClassSet
  readonly ancestors: ReadonlySet<VarName>
}

export type Domains = { readonly of: (name: VarName) => VarDomain }

/** The domains of every variable of a graph, split at every constant of every guard. */
export function domainsOf(graph: Graph, facts: GraphFacts): Domains {
  const constants = constantsOf(graph)
  const known = new Map<VarName, VarDomain>()
  const of = (name: VarName): VarDomain => {
    const found = known.get(name)
    if (found !== undefined) return found
    const made = makeDomain(name, { graph, facts, constants, of })
    known.set(name, made)
    return made
  }
  return { of }
}

function constantsOf(graph: Graph): ReadonlyMap<VarName, readonly Value[]> {
  const constants = new Map<VarName, Value[]>()
  const note = (guard: Guard): void => {
    for (const atom of atomsOf(guard)) {
      const values = atom.op === 'in' ? atom.values : [atom.value]
      const list = constants.get(atom.name)
      if (list === undefined) constants.set(atom.name, [...values])
      else list.push(...values)
    }
  }
  const seen = new Set<Guard>()
  for (const step of graph.steps.values()) {
    if (step.kind !== 'decide') continue
    for (const edge of step.edges) {
      // The rounds of a loop share their guards, and an otherwise has no constants of its own.
      if (edge.otherwise || seen.has(edge.when)) continue
      seen.add(edge.when)
      note(edge.when)
    }
  }
  for (const forbid of graph.forbids) note(forbid.when)
  for (const interrupt of graph.interrupts) if (interrupt.when !== null) note(interrupt.when)
  return constants
}

type Making = {
  readonly graph: Graph
  readonly facts: GraphFacts
  readonly constants: ReadonlyMap<VarName, readonly Value[]>
  readonly of: (name: VarName) => VarDomain
}

function makeDomain(name: VarName, making: Making): VarDomain {
  const { graph, facts } = making
  const spec = name.startsWith('derived.') ? graph.derived.get(name.slice('derived.'.length)) : undefined
  const type = name.startsWith('done.')
    ? ({ type: 'boolean', of: [], range: null, specials: [] } as const)
    : variableTable(graph, facts).typeOf(name)
  assert(type !== undefined, `no variable ${name}`)
  const whole = spec?.kind === 'since' || spec?.kind === 'until'
  const classes = classesOf({ type, constants: making.constants.get(name) ?? [], whole })
  const specials = setOf(classes, (it) => it.special)
  const data = setOf(classes, (it) => !it.special)
  const parents = parentsOf(name, graph, spec)
  const ancestors = new Set(parents.flatMap((parent) => [parent, ...making.of(parent).ancestors]))
  const bits = classes.map((_, index) => 1n << BigInt(index))
  const indexOf = new Map(classes.map((it, index) => [it.values[0], index]))
  const base = { name, classes, indexOf, bits, all: specials | data, specials, data, parents, ancestors }
  return { ...base, given: relation(name, base, { graph, facts, spec }) }
}

const setOf = (classes: readonly ValueClass[], fits: (it: ValueClass) => boolean): ClassSet =>
  classes.reduce((set, it, index) => (fits(it) ? set | (1n << BigInt(index)) : set), 0n)

function parentsOf(name: VarName, graph: Graph, spec: DerivedSpec | undefined): readonly VarName[] {
  if (spec !== undefined) return inputsOf(spec)
  const [root, record = '', column] = name.split('.')
  if (root !== 'records') return []
  return column === undefined ? [graph.records.get(record)?.by ?? ''] : [`records.${record}`]
}

export const inputsOf = (spec: DerivedSpec): readonly VarName[] =>
  spec.kind === 'same' ? [spec.of, spec.as] : spec.kind === 'minus' ? [spec.of, spec.minus] : [spec.of]

type Base = Pick<VarDomain, 'all' | 'specials' | 'data' | 'classes'>
type Around = { readonly graph: Graph; readonly facts: GraphFacts; readonly spec: DerivedSpec | undefined }

/** V2 and V8: how the specials of a parent reach what hangs on it. */
function relation(name: VarName, base: Base, around: Around): VarDomain['given'] {
  const { all, specials, data } = base
  if (around.spec?.kind === 'same') {
    const no = setOf(base.classes, (it) => it.values[0] === false)
    return (special) => (special.includes(true) ? no : all)
  }
  if (around.spec !== undefined) return (special) => (special.includes(true) ? specials : data)
  const [root, record = '', column] = name.split('.')
  if (root !== 'records') return () => all
  const isSure =
    column === undefined
      ? around.graph.records.get(record)?.required === true
      : !columnOf(name, around.graph, around.facts)?.optional
  const present = isSure ? data : all
  return ([special]) => (special ? specials : present)
}

/** Classes that comparisons with these constants cannot tell apart, with one of them to try. */
export type Alike = { readonly set: ClassSet; readonly sample: ValueClass }

/**
 * Cuts a domain at some of its constants only. A decision compares with a handful of them, a domain may be split at
 * thousands: looking at every class for every decision would be quadratic.
 */
export function alikeClasses(domain: VarDomain, constants: readonly Value[]): readonly Alike[] {
  const { classes, bits } = domain
  const dataCount = classes.findLastIndex((it) => !it.special) + 1
  const specials = classes
    .slice(dataCount)
    .map((sample, index) => ({ set: bits[dataCount + index] ?? 0n, sample }))
  if (classes[0]?.stretch != null) return [...stretchesCut(domain, constants, dataCount), ...specials]
  const named = [...new Set(constants)].flatMap((value) => domain.indexOf.get(value) ?? [])
  const apart = named.filter((index) => index < dataCount)
  const rest = apart.reduce((set, index) => set & ~(bits[index] ?? 0n), domain.data)
  const restSample = classes.find((it, index) => !it.special && !apart.includes(index))
  const single = apart.flatMap((index) => {
    const sample = classes[index]
    return sample === undefined ? [] : [{ set: bits[index] ?? 0n, sample }]
  })
  return [...single, ...(restSample === undefined ? [] : [{ set: rest, sample: restSample }]), ...specials]
}

function stretchesCut(domain: VarDomain, constants: readonly Value[], count: number): readonly Alike[] {
  const points = constants.flatMap((it) =>
    typeof it === 'number' ? [it] : typeof it === 'string' ? [dayNumberOf(it) ?? []].flat() : [],
  )
  const cuts = new Set([0, count])
  for (const point of points) {
    cuts.add(firstFrom(domain.classes, count, { low: point, open: false }))
    cuts.add(firstFrom(domain.classes, count, { low: point, open: true }))
  }
  const ordered = [...cuts].sort((a, b) => a - b)
  return ordered.slice(0, -1).flatMap((from, index) => {
    const to = ordered[index + 1] ?? count
    const sample = domain.classes[from]
    return sample === undefined ? [] : [{ set: (1n << BigInt(to)) - (1n << BigInt(from)), sample }]
  })
}

/** The first class that begins at `low` or later; `open`: after it. */
function firstFrom(
  classes: readonly ValueClass[],
  count: number,
  begin: { readonly low: number; readonly open: boolean },
): number {
  let [from, to] = [0, count]
  while (from < to) {
    const middle = (from + to) >> 1
    const stretch = classes[middle]?.stretch
    const low = stretch?.low ?? Number.NEGATIVE_INFINITY
    const isEarlier = low < begin.low || (low === begin.low && begin.open && stretch?.lowOpen !== true)
    if (isEarlier) from = middle + 1
    else to = middle
  }
  return from
}
