import type { CompareOp, Guard, VarName } from '../../base/guards/guard.ts'
import { atomsOf } from '../../base/guards/guard-explain.ts'
import { dayNumberOf } from '../../base/values/iso-date.ts'
import { ABSENT, type Scalar, Special, UNKNOWN, type Value } from '../../base/values/value.ts'
import type { DerivedSpec, FieldType, Graph } from '../model/graph.ts'
import type { ColumnFacts, GraphFacts } from '../model/graph-facts.ts'
import { countBetween, daysToReach } from '../model/time-unit.ts'
import {
  anyData,
  between,
  bitOf,
  complement,
  intersect,
  onlySpecials,
  onlyWords,
  ordered,
  type Shape,
  satisfying,
  union,
  type ValueSet,
} from './paths-sets.ts'

/**
 * The variables of a graph as sets: what each may hold, and for which values an atom of a guard is true. Days and
 * hours since or until a date are read as sets of that date, so two windows over one date can never contradict.
 */
export type Space = {
  readonly graph: Graph
  /** the fixed day of the pack, as days since 1970 */
  readonly today: number
  readonly shapeOf: (name: VarName) => Shape
  /** everything the variable may hold once settled */
  readonly wholeOf: (name: VarName) => ValueSet
  /** all there is to know of one variable, also as a later round knows it: worked out once, asked for all the time */
  readonly about: (name: VarName) => VariableFacts
}

type VariableFacts = { readonly shape: Shape; readonly whole: ValueSet; readonly link: Link | null }
/** How a variable hangs on others: a column on its row, a row on its key, a derived variable on its parts. */
export type Link =
  | { readonly is: 'column'; readonly row: VarName; readonly optional: boolean }
  | { readonly is: 'row'; readonly key: VarName; readonly required: boolean }
  | { readonly is: 'minus' | 'same'; readonly of: VarName; readonly other: VarName }

/** Without facts of the back office a column's type is read off the constants it is compared with. */
export type SpaceOptions = { readonly today: string; readonly facts?: GraphFacts }
type ColumnsOf = (table: string, column: string) => ColumnFacts | undefined

const ROW: ValueSet = { specials: bitOf(ABSENT), data: onlyWords([true]) }
const TRUTH: ValueSet = { specials: 0, data: onlyWords([true, false]) }

export function spaceOf(graph: Graph, options: SpaceOptions): Space {
  const constants = constantsOf(graph)
  const scales = scalesOf(graph, constants)
  const columns: ColumnsOf = (table, column) => options.facts?.tables.get(table)?.columns.get(column)
  const typeOf = remember((name: VarName) => typeOfVariable(graph, name, { constants, columns }))
  const shapeOf = remember((name: VarName): Shape => {
    const type = typeOf(name).type
    if (type === 'number') return { as: 'number', scale: scales.get(name) ?? 1 }
    return { as: type === 'date' ? 'date' : 'word' }
  })
  const today = dayNumberOf(options.today) ?? 0
  const wholeOf = remember((name: VarName) =>
    wholeSet(graph, name, { type: typeOf(name), shape: shapeOf(name), today }),
  )
  const about = remember((name: VarName): VariableFacts => {
    const plain = plainName(name)
    return { shape: shapeOf(plain), whole: wholeOf(plain), link: linkOf(graph, name, typeOf(plain).optional) }
  })
  return { graph, today, shapeOf, wholeOf, about }
}

function linkOf(graph: Graph, name: VarName, optional: boolean): Link | null {
  const beside = (other: VarName) => inRounds(graph, other, roundsIn(name))
  const plain = plainName(name)
  const record = recordOf(plain)
  if (record !== undefined && isColumn(plain))
    return { is: 'column', row: beside(`records.${record}`), optional }
  const spec = graph.records.get(record ?? '')
  if (spec !== undefined) return { is: 'row', key: beside(spec.by), required: spec.required }
  const derived = derivedOf(graph, plain)
  if (derived?.kind === 'minus') return { is: 'minus', of: beside(derived.of), other: beside(derived.minus) }
  return derived?.kind === 'same' ? { is: 'same', of: beside(derived.of), other: beside(derived.as) } : null
}

export const recordOf = (name: VarName): string | undefined =>
  name.startsWith('records.') ? name.split('.')[1] : undefined
export const isColumn = (name: VarName): boolean => name.startsWith('records.') && name.split('.').length > 2
const fieldOf = (name: VarName): string | undefined =>
  name.startsWith('fields.') ? name.slice('fields.'.length) : undefined

export function derivedOf(graph: Graph, name: VarName): DerivedSpec | undefined {
  return name.startsWith('derived.') ? graph.derived.get(name.slice('derived.'.length)) : undefined
}

/** The variable whose set an atom over `name` narrows: the date behind days and hours, otherwise itself. */
export function baseOf(graph: Graph, name: VarName): VarName {
  const spec = derivedOf(graph, name)
  return spec?.kind === 'since' || spec?.kind === 'until' ? spec.of : name
}

/** The fields a variable rests on: a row on its key's field, a derived variable on its parts' fields. */
export function fieldsBehind(graph: Graph, name: VarName): readonly string[] {
  const field = fieldOf(name)
  if (field !== undefined) return [field]
  const record = graph.records.get(recordOf(name) ?? '')
  if (record !== undefined) return fieldsBehind(graph, record.by)
  const spec = derivedOf(graph, name)
  if (spec === undefined) return []
  const other = spec.kind === 'minus' ? spec.minus : spec.kind === 'same' ? spec.as : spec.of
  return [...fieldsBehind(graph, spec.of), ...fieldsBehind(graph, other)]
}

/** The variable as a later round of a loop knows it, `records.order@order_id=2`: another claim binds another row. */
export function inRounds(graph: Graph, name: VarName, rounds: ReadonlyMap<string, number>): VarName {
  if (rounds.size === 0) return name
  const later = [...new Set(fieldsBehind(graph, name))].filter((field) => (rounds.get(field) ?? 1) > 1)
  return later.length === 0 ? name : `${name}@${later.map((field) => `${field}=${rounds.get(field)}`).join()}`
}

export const plainName = (name: VarName): VarName => name.split('@')[0] ?? name
export function roundsIn(name: VarName): ReadonlyMap<string, number> {
  const suffix = name.slice(plainName(name).length + 1)
  if (suffix === '') return NO_ROUNDS
  return new Map(
    suffix.split(',').map((part) => {
      const at = part.lastIndexOf('=')
      return [part.slice(0, at), Number(part.slice(at + 1))]
    }),
  )
}
const NO_ROUNDS: ReadonlyMap<string, number> = new Map()

/** For which values of `baseOf(name)` does the atom hold? */
export function atomSet(space: Space, name: VarName, is: CompareOp, value: Value): ValueSet {
  const spec = derivedOf(space.graph, name)
  if (spec?.kind === 'since' || spec?.kind === 'until') return countedSet(space, spec, { is, value })
  return satisfying(space.shapeOf(name), is, value)
}

export function atomSetIn(space: Space, name: VarName, values: readonly Value[]): ValueSet {
  return values
    .map((value) => atomSet(space, name, '==', value))
    .reduce(union, onlySpecials(space.shapeOf(baseOf(space.graph, name)), 0))
}

type Counted = Extract<DerivedSpec, { kind: 'since' | 'until' }>
/** The value of a derived count for a day, and back: the nearest days whose counts lie before, at and after a constant. */
export function countOn(space: Space, spec: Counted, day: number): number {
  return spec.kind === 'since'
    ? countBetween(spec.unit, day, space.today)
    : countBetween(spec.unit, space.today, day)
}

function countedSet(space: Space, spec: Counted, atom: { is: CompareOp; value: Value }): ValueSet {
  const shape = space.shapeOf(spec.of)
  if (atom.is === '!=') return complement(countedSet(space, spec, { is: '==', value: atom.value }))
  if (atom.value instanceof Special) {
    if (atom.is !== '==') return onlySpecials(shape, 0)
    if (atom.value === UNKNOWN) return onlySpecials(shape, bitOf(UNKNOWN))
    return onlySpecials(shape, atom.value === ABSENT ? 15 & ~bitOf(UNKNOWN) : 0)
  }
  if (typeof atom.value !== 'number') return onlySpecials(shape, 0)
  const counted: ValueSet = {
    specials: 0,
    data: daysThatCount(space, spec, { is: atom.is, value: atom.value }),
  }
  return { specials: 0, data: onCalendar(space, spec, counted) }
}

/** How many days from today make the comparison true. Counts are whole and never fall, so each set is one stretch. */
function daysThatCount(
  { today }: Space,
  spec: Counted,
  { is, value }: { readonly is: Exclude<CompareOp, '!='>; readonly value: number },
): ValueSet['data'] {
  const from = (count: number): number => daysToReach(spec, count, today)
  switch (is) {
    case '==':
      return Number.isInteger(value) ? between(from(value), from(value + 1) - 1) : between(1, 0)
    case '<':
      return ordered('<', from(Math.ceil(value)))
    case '<=':
      return ordered('<', from(Math.floor(value) + 1))
    case '>':
      return ordered('>=', from(Math.floor(value) + 1))
    case '>=':
      return ordered('>=', from(Math.ceil(value)))
  }
}

function onCalendar(space: Space, spec: Counted, counted: ValueSet): ValueSet['data'] {
  if (counted.data.on !== 'grid') return counted.data
  const runs = counted.data.runs.map(([low, high]): readonly [number, number] =>
    spec.kind === 'since' ? [space.today - high, space.today - low] : [space.today + low, space.today + high],
  )
  return { on: 'grid', runs }
}

type VariableType = {
  readonly type: FieldType | 'row'
  readonly of: readonly string[]
  readonly optional: boolean
}
type Known = {
  readonly constants: ReadonlyMap<VarName, readonly Value[]>
  readonly columns: ColumnsOf
}

function typeOfVariable(graph: Graph, name: VarName, known: Known): VariableType {
  const field = graph.fields.get(fieldOf(name) ?? '')
  if (field !== undefined) return { type: field.type, of: field.of, optional: false }
  const derived = derivedOf(graph, name)
  if (derived !== undefined)
    return { type: derived.kind === 'same' ? 'boolean' : 'number', of: [], optional: false }
  if (name.startsWith('done.')) return { type: 'boolean', of: [], optional: false }
  const record = graph.records.get(recordOf(name) ?? '')
  if (!isColumn(name)) return { type: 'row', of: [], optional: false }
  const facts = record === undefined ? undefined : known.columns(record.from, name.split('.')[2] ?? '')
  return facts ?? { type: guessColumn(graph, name, known.constants), of: [], optional: true }
}

/** Without a world a column's type is what guards and derived variables take it for. */
function guessColumn(
  graph: Graph,
  name: VarName,
  constants: ReadonlyMap<VarName, readonly Value[]>,
): FieldType {
  for (const spec of graph.derived.values()) {
    if ((spec.kind === 'since' || spec.kind === 'until') && spec.of === name) return 'date'
    if (spec.kind === 'minus' && (spec.of === name || spec.minus === name)) return 'number'
  }
  for (const field of graph.fields.values()) if (field.settledBy === name) return field.type
  const data = (constants.get(name) ?? []).filter((value): value is Scalar => !(value instanceof Special))
  if (data.some((value) => typeof value === 'number')) return 'number'
  if (data.some((value) => typeof value === 'boolean')) return 'boolean'
  return data.length > 0 && data.every((value) => typeof value === 'string' && dayNumberOf(value) !== null)
    ? 'date'
    : 'string'
}

type WholeFacts = { readonly type: VariableType; readonly shape: Shape; readonly today: number }

function wholeSet(graph: Graph, name: VarName, { type, shape, today }: WholeFacts): ValueSet {
  if (type.type === 'row') return ROW
  if (name.startsWith('done.') || derivedOf(graph, name)?.kind === 'same') return TRUTH
  const data =
    type.type === 'boolean'
      ? onlyWords([true, false])
      : type.type === 'enum' && type.of.length > 0
        ? onlyWords(type.of)
        : anyData(shape)
  const whole: ValueSet = { specials: specialsOf(graph, name), data }
  return intersect(whole, rangesOf(graph, name, { type, shape, today }))
}

function specialsOf(graph: Graph, name: VarName): number {
  const field = graph.fields.get(fieldOf(name) ?? '')
  if (field === undefined) return bitOf(ABSENT)
  return field.mayBe.reduce((bits, word) => bits | bitOf(new Special(word)), 0)
}

/** Declared ranges: the variable's own, and for a date those of every count over it. */
function rangesOf(graph: Graph, name: VarName, { shape, today }: WholeFacts): ValueSet {
  let data = anyData(shape)
  const clip = (low: number, high: number) => {
    data = intersect({ specials: 0, data }, { specials: 0, data: between(low, high) }).data
  }
  const field = graph.fields.get(fieldOf(name) ?? '')
  const scale = shape.as === 'number' ? shape.scale : 1
  if (field?.range) clip(field.range[0] * scale, field.range[1] * scale)
  const own = derivedOf(graph, name)
  if (own?.kind === 'minus') clip(own.range[0] * scale, own.range[1] * scale)
  for (const spec of graph.derived.values()) {
    if ((spec.kind !== 'since' && spec.kind !== 'until') || spec.of !== name) continue
    const low = daysToReach(spec, Math.ceil(spec.range[0]), today)
    const high = daysToReach(spec, Math.floor(spec.range[1]) + 1, today) - 1
    if (spec.kind === 'since') clip(today - high, today - low)
    else clip(today + low, today + high)
  }
  return { specials: 15, data }
}

/** Every guard of the graph: edges, procedures, forbids, interrupts. */
export function guardsOf(graph: Graph): readonly Guard[] {
  return [
    ...graph.procedures.map((procedure) => procedure.for),
    ...[...graph.steps.values()].flatMap((step) =>
      step.kind === 'decide' ? step.edges.map((edge) => edge.when) : [],
    ),
    ...graph.forbids.map((forbid) => forbid.when),
    ...graph.interrupts.flatMap((interrupt) => (interrupt.when === null ? [] : [interrupt.when])),
  ]
}

function constantsOf(graph: Graph): ReadonlyMap<VarName, readonly Value[]> {
  const found = new Map<VarName, Value[]>()
  for (const atom of guardsOf(graph).flatMap(atomsOf)) {
    const values = atom.op === 'in' ? atom.values : [atom.value]
    const list = found.get(atom.name)
    if (list === undefined) found.set(atom.name, [...values])
    else list.push(...values)
  }
  return found
}

/** How fine the grid of each number must be; variables joined by a difference or a comparison share one. */
function scalesOf(
  graph: Graph,
  constants: ReadonlyMap<VarName, readonly Value[]>,
): ReadonlyMap<VarName, number> {
  const scales = new Map<VarName, number>()
  const raise = (name: VarName, scale: number) => {
    if (scale <= (scales.get(name) ?? 1)) return false
    scales.set(name, scale)
    return true
  }
  for (const [name, values] of constants) for (const value of values) raise(name, scaleOf(value))
  for (const field of graph.fields.values())
    for (const end of field.range ?? []) raise(`fields.${field.name}`, scaleOf(end))
  const groups = [...graph.derived.values()].flatMap((spec) => {
    if (spec.kind === 'minus') return [[`derived.${spec.name}`, spec.of, spec.minus]]
    return spec.kind === 'same' ? [[spec.of, spec.as]] : []
  })
  for (let changed = true; changed; ) {
    changed = false
    for (const group of groups) {
      const finest = Math.max(...group.map((name) => scales.get(name) ?? 1))
      for (const name of group) changed = raise(name, finest) || changed
    }
  }
  return scales
}

const DECIMALS_MAX = 6
function scaleOf(value: Value): number {
  if (typeof value !== 'number') return 1
  let scale = 1
  while (scale < 10 ** DECIMALS_MAX && !Number.isInteger(Number((value * scale).toFixed(6)))) scale *= 10
  return scale
}

function remember<Key, Result>(make: (key: Key) => Result): (key: Key) => Result {
  const made = new Map<Key, Result>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const result = make(key)
    made.set(key, result)
    return result
  }
}
