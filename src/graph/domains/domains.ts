import { assert } from '../../base/assert.ts'
import type { Guard, VarName } from '../../base/guards/guard.ts'
import { atomsOf } from '../../base/guards/guard-explain.ts'
import type { VarType } from '../../base/guards/guard-types.ts'
import { memo } from '../../base/memo.ts'
import { Special, type Value } from '../../base/values/value.ts'
import { columnOf, inputsOf, variableTable } from '../file/declarations.ts'
import type { Graph } from '../model/graph.ts'
import type { GraphFacts } from '../model/graph-facts.ts'
import {
  anyData,
  between,
  bitOf,
  onlyWords,
  type Shape,
  single,
  type ValueSet,
  withoutData,
  withoutSpecials,
} from './value-sets.ts'

/** What one variable may hold, and what that has to do with others. */
export type VarDomain = {
  readonly name: VarName
  readonly type: VarType
  readonly shape: Shape
  /** how many points of the grid lie between two numbers as the guards write them */
  readonly step: number
  /** once settled: without `unknown` */
  readonly all: ValueSet
  /** the variables that decide whether it is data at all: a record's key, a column's record, a derived one's inputs */
  readonly parents: readonly VarName[]
  /** what it may be, given whether each parent is special */
  readonly given: (parentIsSpecial: readonly boolean[]) => ValueSet
  readonly ancestors: ReadonlySet<VarName>
}

export type Domains = { readonly of: (name: VarName) => VarDomain }

/** Between 30 and 31 a real number has room: its grid is finer than its guards are written. */
const ROOM = 10

export function domainsOf(graph: Graph, facts: GraphFacts): Domains {
  const known = new Map<VarName, VarDomain>()
  const of = (name: VarName): VarDomain => {
    const found = known.get(name) ?? makeDomain(name)
    known.set(name, found)
    return found
  }
  const makeDomain = (name: VarName): VarDomain => {
    const type = typeOfVariable(graph, facts, name)
    const spec = derivedOf(graph, name)
    const step = spec?.kind === 'since' || spec?.kind === 'until' ? 1 : ROOM
    const shape = shapeOf(type, (scalesOf(graph).get(name) ?? 1) * step)
    const all = wholeOf(type, shape)
    const parents = parentsOf(name, graph)
    const ancestors = new Set(parents.flatMap((parent) => [parent, ...of(parent).ancestors]))
    const given = relation(name, { graph, facts, shape, all })
    return { name, type, shape, step: shape.as === 'number' ? step : 1, all, parents, given, ancestors }
  }
  return { of }
}

function parentsOf(name: VarName, graph: Graph): readonly VarName[] {
  const spec = derivedOf(graph, name)
  if (spec !== undefined) return inputsOf(spec)
  const [root, record = '', column] = name.split('.')
  if (root !== 'records') return []
  return column === undefined ? [graph.records.get(record)?.by ?? ''] : [`records.${record}`]
}

type Around = {
  readonly graph: Graph
  readonly facts: GraphFacts
  readonly shape: Shape
  readonly all: ValueSet
}

/** V2 and V8: how the specials of a parent reach what hangs on it. */
function relation(name: VarName, { graph, facts, shape, all }: Around): VarDomain['given'] {
  const [specials, data] = [withoutData(all), withoutSpecials(all)]
  const spec = derivedOf(graph, name)
  if (spec?.kind === 'same') {
    const no = single(shape, false)
    return (special) => (special.includes(true) ? no : all)
  }
  if (spec !== undefined) return (special) => (special.includes(true) ? specials : data)
  const [root, record = '', column] = name.split('.')
  if (root !== 'records') return () => all
  const isSure =
    column === undefined
      ? graph.records.get(record)?.required === true
      : !columnOf(name, graph, facts)?.optional
  const present = isSure ? data : all
  return ([special]) => (special ? specials : present)
}

export const derivedOf = (graph: Graph, name: VarName) =>
  name.startsWith('derived.') ? graph.derived.get(name.slice('derived.'.length)) : undefined

export function typeOfVariable(graph: Graph, facts: GraphFacts, name: VarName): VarType {
  if (name.startsWith('done.')) return { type: 'boolean', of: [], range: null, specials: [] }
  const type = variableTable(graph, facts).typeOf(name)
  assert(type !== undefined, `no variable ${name}`)
  return type
}

export function shapeOf({ type }: VarType, scale: number): Shape {
  return type === 'number' ? { as: 'number', scale } : { as: type === 'date' ? 'date' : 'word' }
}

/** Everything a variable of this type may hold once settled. */
export function wholeOf({ type, of, range, specials }: VarType, shape: Shape): ValueSet {
  const words = { boolean: [true, false], row: [true], enum: of, string: [], number: [], date: [] }[type]
  const scale = shape.as === 'number' ? shape.scale : 1
  const [low, high] = range ?? []
  const any = low === undefined || high === undefined ? anyData(shape) : between(low * scale, high * scale)
  const settled = specials.filter((word) => word !== 'unknown')
  return {
    specials: settled.reduce((bits, word) => bits | bitOf(new Special(word)), 0),
    data: words.length > 0 ? onlyWords(words) : any,
  }
}

/** Every guard of the graph, once: edges, procedures, forbids, interrupts. The rounds of a loop share theirs. */
export function guardsOf(graph: Graph): readonly Guard[] {
  const guards = [
    ...graph.procedures.map((procedure) => procedure.for),
    ...[...graph.steps.values()].flatMap((step) =>
      step.kind === 'decide' ? step.edges.map((edge) => edge.when) : [],
    ),
    ...graph.forbids.map((forbid) => forbid.when),
    ...graph.interrupts.flatMap((interrupt) => (interrupt.when === null ? [] : [interrupt.when])),
  ]
  return [...new Set(guards)]
}

/** How fine the grid of each number must be; variables joined by a difference or a comparison share one. */
export const scalesOf = memo((graph: Graph): ReadonlyMap<VarName, number> => {
  const scales = new Map<VarName, number>()
  const raise = (name: VarName, scale: number) => {
    if (scale <= (scales.get(name) ?? 1)) return false
    scales.set(name, scale)
    return true
  }
  for (const atom of guardsOf(graph).flatMap(atomsOf))
    for (const value of atom.op === 'in' ? atom.values : [atom.value]) raise(atom.name, scaleOf(value))
  for (const field of graph.fields.values())
    for (const end of field.range ?? []) raise(`fields.${field.name}`, scaleOf(end))
  const groups = [...graph.derived.values()].flatMap((spec) => {
    if (spec.kind === 'minus') return [[`derived.${spec.name}`, ...inputsOf(spec)]]
    return spec.kind === 'same' ? [inputsOf(spec)] : []
  })
  for (let changed = true; changed; ) {
    changed = false
    for (const group of groups) {
      const finest = Math.max(...group.map((name) => scales.get(name) ?? 1))
      for (const name of group) changed = raise(name, finest) || changed
    }
  }
  return scales
})

const DECIMALS_MAX = 6
function scaleOf(value: Value): number {
  if (typeof value !== 'number') return 1
  let scale = 1
  while (scale < 10 ** DECIMALS_MAX && !Number.isInteger(Number((value * scale).toFixed(6)))) scale *= 10
  return scale
}
