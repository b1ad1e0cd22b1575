import type { CompareOp, VarName } from '../../base/guards/guard.ts'
import { memoText } from '../../base/memo.ts'
import { dayNumberOf } from '../../base/values/iso-date.ts'
import { ABSENT, Special, UNKNOWN, type Value } from '../../base/values/value.ts'
import {
  derivedOf,
  scalesOf,
  shapeOf as shapeOfType,
  typeOfVariable,
  wholeOf as wholeOfType,
} from '../domains/domains.ts'
import {
  anyData,
  between,
  bitOf,
  complement,
  intersect,
  onlySpecials,
  ordered,
  type Shape,
  satisfying,
  union,
  type ValueSet,
} from '../domains/value-sets.ts'
import { basesOf, columnOf } from '../file/declarations.ts'
import type { DerivedSpec, Graph } from '../model/graph.ts'
import type { GraphFacts } from '../model/graph-facts.ts'
import { countBetween, daysToReach } from '../model/time-unit.ts'

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

type VariableFacts = { readonly shape: Shape; readonly whole: ValueSet; readonly link: PathLink | null }
/** How a variable hangs on others: a column on its row, a row on its key, a derived variable on its parts. */
export type PathLink =
  | { readonly is: 'column'; readonly row: VarName; readonly optional: boolean }
  | { readonly is: 'row'; readonly key: VarName; readonly required: boolean }
  | { readonly is: 'minus' | 'same'; readonly of: VarName; readonly other: VarName }

export function spaceOf(
  graph: Graph,
  { today: day, facts }: { readonly today: string; readonly facts: GraphFacts },
): Space {
  const today = dayNumberOf(day) ?? 0
  const typeOf = memoText((name: VarName) => typeOfVariable(graph, facts, name))
  const shapeOf = memoText((name: VarName) => shapeOfType(typeOf(name), scalesOf(graph).get(name) ?? 1))
  const wholeOf = memoText((name: VarName): ValueSet => {
    const shape = shapeOf(name)
    const whole = wholeOfType(typeOf(name), shape)
    if (shape.as !== 'date') return whole
    return intersect(whole, { specials: 15, data: withinCounts(graph, name, today) })
  })
  const about = memoText((name: VarName): VariableFacts => {
    const plain = plainName(name)
    const optional = columnOf(plain, graph, facts)?.optional ?? false
    return { shape: shapeOf(plain), whole: wholeOf(plain), link: linkOf(graph, name, optional) }
  })
  return { graph, today, shapeOf, wholeOf, about }
}

function linkOf(graph: Graph, name: VarName, optional: boolean): PathLink | null {
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

/** The variable whose set an atom over `name` narrows: the date behind days and hours, otherwise itself. */
export function baseOf(graph: Graph, name: VarName): VarName {
  const spec = derivedOf(graph, name)
  return spec?.kind === 'since' || spec?.kind === 'until' ? spec.of : name
}

/** The fields a variable rests on: a row on its key's field, a derived variable on its parts' fields. */
export const fieldsBehind = (graph: Graph, name: VarName): readonly string[] =>
  basesOf(graph, name).flatMap((base) => fieldOf(base) ?? [])

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

/** A date also lies within the declared ranges of every count over it. */
function withinCounts(graph: Graph, name: VarName, today: number): ValueSet['data'] {
  let data = anyData({ as: 'date' })
  for (const spec of graph.derived.values()) {
    if ((spec.kind !== 'since' && spec.kind !== 'until') || spec.of !== name) continue
    const low = daysToReach(spec, Math.ceil(spec.range[0]), today)
    const high = daysToReach(spec, Math.floor(spec.range[1]) + 1, today) - 1
    const days =
      spec.kind === 'since' ? between(today - high, today - low) : between(today + low, today + high)
    data = intersect({ specials: 0, data }, { specials: 0, data: days }).data
  }
  return data
}
