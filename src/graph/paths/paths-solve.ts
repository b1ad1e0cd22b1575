import type { VarName } from '../../base/guards/guard.ts'
import { ABSENT, type Scalar, Special, type Value } from '../../base/values/value.ts'
import {
  admits,
  between,
  bitOf,
  fromGrid,
  hasData,
  hull,
  intersect,
  isEmpty,
  isWithin,
  onlyValue,
  single,
  specialsIn,
  type ValueSet,
  withoutData,
  withoutSpecials,
} from '../domains/value-sets.ts'
import { mayHold, type Need } from './paths-needs.ts'
import { rowsAgree } from './paths-rows.ts'
import { inRounds, type PathLink, plainName, roundsIn, type Space } from './paths-space.ts'

/**
 * Is there an assignment that meets all these needs? In: needs. Out: what each variable may still be, and one
 * assignment. Rows and their keys, differences and equal data are kept consistent while narrowing.
 */
export type ValueStore = {
  readonly space: Space
  readonly sets: ReadonlyMap<VarName, ValueSet>
  /** needs of the form any-of that narrowing has not settled yet */
  readonly open: readonly Need[]
}
export type Assignment = ReadonlyMap<VarName, Value>
/** values to try first for a variable, best first */
export type Prefer = (name: VarName) => readonly Value[]

export const emptyStore = (space: Space): ValueStore => ({ space, sets: new Map(), open: [] })

export const setOf = (store: ValueStore, name: VarName): ValueSet =>
  store.sets.get(name) ?? store.space.about(name).whole

/** The store in which the need holds too; undefined where none can. */
export function narrow(store: ValueStore, need: Need): ValueStore | undefined {
  if (need.is === 'all' && need.of.length === 0) return store
  const work = { space: store.space, sets: new Map(store.sets), open: [...store.open] }
  return meet(work, need) && settle(work) ? work : undefined
}

/** Takes a variable in without asking anything of it, so that an assignment gives it a value. */
export function mention(store: ValueStore, name: VarName): ValueStore {
  if (store.sets.has(name)) return store
  const work = { space: store.space, sets: new Map(store.sets), open: [...store.open] }
  take(work, name)
  settle(work)
  return work
}

type Work = { readonly space: Space; readonly sets: Map<VarName, ValueSet>; open: Need[] }

function take(work: Work, name: VarName): ValueSet {
  const known = work.sets.get(name)
  if (known !== undefined) return known
  const { whole, link } = work.space.about(name)
  work.sets.set(name, whole)
  if (link?.is === 'column') take(work, link.row)
  else if (link?.is === 'row') take(work, link.key)
  else if (link !== null) for (const part of [link.of, link.other]) take(work, part)
  return whole
}

function cut(work: Work, name: VarName, set: ValueSet): boolean {
  const left = intersect(take(work, name), set)
  work.sets.set(name, left)
  return !isEmpty(left)
}

function meet(work: Work, need: Need): boolean {
  if (need.is === 'in') return cut(work, need.name, need.set)
  if (need.is === 'all') return need.of.every((part) => meet(work, part))
  work.open.push(need)
  return true
}

/** Narrows until nothing changes: links between variables first, then any-of needs with one way left. */
function settle(work: Work): boolean {
  for (;;) {
    if (!linksHold(work)) return false
    const before = work.open
    work.open = []
    for (const need of before) if (!settleOne(work, need)) return false
    if (work.open.length === before.length) return true
  }
}

function settleOne(work: Work, need: Need): boolean {
  if (need.is === 'in') return cut(work, need.name, need.set)
  const now = (name: VarName) => work.sets.get(name) ?? work.space.about(name).whole
  const ways = need.of.filter((part) => mayHold(part, now))
  const [first, ...others] = ways
  if (first === undefined) return false
  if (others.length === 0) return meet(work, first)
  const held = ways.some((part) => part.is === 'in' && isWithin(now(part.name), part.set))
  if (!held) work.open.push({ is: 'any', of: ways })
  return true
}

function linksHold(work: Work): boolean {
  for (let changed = true; changed; ) {
    changed = false
    for (const name of [...work.sets.keys()]) {
      for (const [other, set] of implied(work, name)) {
        const before = take(work, other)
        const left = intersect(before, set)
        if (isEmpty(left)) return false
        if (isWithin(before, left)) continue
        work.sets.set(other, left)
        changed = true
      }
    }
  }
  return true
}

type Cut = readonly [VarName, ValueSet]

/** What the set of one variable says about those it is linked to. */
function implied(work: Work, name: VarName): readonly Cut[] {
  const { link } = work.space.about(name)
  switch (link?.is) {
    case undefined:
      return []
    case 'column':
      return columnLinks(work, name, link)
    case 'row':
      return rowLinks(work, name, link)
    case 'minus':
      return minusLinks(work, name, link)
    case 'same':
      return sameLinks(work, name, link)
  }
}

/** V2: a member of `absent` is `absent`; only an optional column of a present row is empty. */
function columnLinks(work: Work, name: VarName, link: Extract<PathLink, { is: 'column' }>): readonly Cut[] {
  const column = take(work, name)
  const row = take(work, link.row)
  const cuts: Cut[] = []
  if (!hasData(row)) cuts.push([name, withoutData(column)])
  if ((column.specials & bitOf(ABSENT)) === 0) cuts.push([link.row, withoutSpecials(row)])
  if (!link.optional && row.specials === 0) cuts.push([name, withoutSpecials(column)])
  if (!link.optional && !hasData(column)) cuts.push([link.row, withoutData(row)])
  return cuts
}

/** V2: a key that is no data binds no row; a `required` row is there whenever its key is. */
function rowLinks(work: Work, name: VarName, link: Extract<PathLink, { is: 'row' }>): readonly Cut[] {
  const row = take(work, name)
  const key = take(work, link.key)
  const cuts: Cut[] = []
  if (row.specials === 0) cuts.push([link.key, withoutSpecials(key)])
  if (!hasData(key)) cuts.push([name, withoutData(row)])
  if (link.required && !hasData(row)) cuts.push([link.key, withoutData(key)])
  if (link.required && key.specials === 0) cuts.push([name, withoutSpecials(row)])
  return cuts
}

type Parts = { readonly of: VarName; readonly other: VarName }

/** V8: a difference is absent when a part is no data, and otherwise lies where the parts let it. */
function minusLinks(work: Work, name: VarName, parts: Parts): readonly Cut[] {
  const [result, of, less] = [take(work, name), take(work, parts.of), take(work, parts.other)]
  const cuts: Cut[] = []
  if (!hasData(of) || !hasData(less)) return [[name, withoutData(result)]]
  if (of.specials === 0 && less.specials === 0) cuts.push([name, withoutSpecials(result)])
  const [a, b, d] = [hull(of), hull(less), hull(result)]
  if (a && b) cuts.push([name, { specials: 15, data: between(a[0] - b[1], a[1] - b[0]) }])
  if (result.specials !== 0 || !a || !b || !d) return cuts
  cuts.push([parts.of, { specials: 0, data: between(d[0] + b[0], d[1] + b[1]) }])
  cuts.push([parts.other, { specials: 0, data: between(a[0] - d[1], a[1] - d[0]) }])
  return cuts
}

/** V8: `same` is true when both hold the same data, else false. */
function sameLinks(work: Work, name: VarName, parts: Parts): readonly Cut[] {
  const [same, of, as] = [take(work, name), take(work, parts.of), take(work, parts.other)]
  const shape = work.space.about(name).shape
  const both = withoutSpecials(intersect(of, as))
  if (isEmpty(both)) return [[name, single(shape, false)]]
  const left = onlyValue(work.space.about(parts.of).shape, of)
  const right = onlyValue(work.space.about(parts.other).shape, as)
  if (left !== undefined && left === right) return [[name, single(shape, true)]]
  if (!admits(shape, same, false)) return [[parts.of, both], [parts.other, both]] // biome-ignore format: a pair
  if (admits(shape, same, true)) return []
  // Must differ: what one of them surely is, the other is not.
  const cuts: Cut[] = []
  if (left !== undefined) cuts.push([parts.other, without(work, parts.other, left)])
  if (right !== undefined) cuts.push([parts.of, without(work, parts.of, right)])
  return cuts
}

function without(work: Work, name: VarName, value: Value): ValueSet {
  const set = take(work, name)
  if (value instanceof Special) return set
  const shape = work.space.about(name).shape
  const taken = single(shape, value)
  return intersect(set, { specials: 15, data: complementData(taken) })
}

function complementData(set: ValueSet): ValueSet['data'] {
  if (set.data.on === 'words') return { ...set.data, except: !set.data.except }
  const [low, high] = hull(set) ?? [0, -1]
  const runs: [number, number][] = [
    [Number.NEGATIVE_INFINITY, low - 1],
    [high + 1, Number.POSITIVE_INFINITY],
  ]
  return { on: 'grid', runs }
}

/** One assignment of every variable in the store, or undefined if there is none. */
export function assign(store: ValueStore, prefer: Prefer = () => []): Assignment | undefined {
  const work = { space: store.space, sets: new Map(store.sets), open: [...store.open] }
  return search(work, prefer)
}

function search(work: Work, prefer: Prefer): Assignment | undefined {
  const [need] = work.open
  if (need !== undefined && need.is !== 'in') {
    const rest = work.open.slice(1)
    for (const way of need.of) {
      const copy = { space: work.space, sets: new Map(work.sets), open: [...rest] }
      const found = meet(copy, way) && settle(copy) ? search(copy, prefer) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
  return pickValues(work, prefer)
}

function pickValues(work: Work, prefer: Prefer): Assignment | undefined {
  const name = nextLoose(work)
  if (name === undefined) return readOff(work)
  const shape = work.space.about(name).shape
  for (const value of candidates(work, name, prefer)) {
    const copy = { space: work.space, sets: new Map(work.sets), open: [] }
    copy.sets.set(name, single(shape, value))
    const found = linksHold(copy) ? pickValues(copy, prefer) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Rows before claims: a customer tells of the back office as it is, not the other way round. */
function nextLoose(work: Work): VarName | undefined {
  let claim: VarName | undefined
  for (const [name, set] of work.sets) {
    if (!isLoose(work, name, set)) continue
    if (name.startsWith('records.')) return name
    claim ??= name
  }
  return claim
}

function isLoose(work: Work, name: VarName, set: ValueSet): boolean {
  return onlyValue(work.space.about(name).shape, set) === undefined
}

function readOff(work: Work): Assignment | undefined {
  const values = new Map<VarName, Value>()
  for (const [name, set] of work.sets)
    values.set(name, onlyValue(work.space.about(name).shape, set) ?? ABSENT)
  return rowsAgree(work.space, values) ? values : undefined
}

/** Ordinary values first: what is preferred, other data, and only then that there is none. */
function candidates(work: Work, name: VarName, prefer: Prefer): readonly Value[] {
  const set = take(work, name)
  const shape = work.space.about(name).shape
  const wished = prefer(name).filter((value) => admits(shape, set, value))
  const data = ordinaryData(work, name, set)
  const specials = specialsIn(set)
  const plain = bindsNothing(work, name) ? [...specials, ...data] : [...data, ...specials]
  return [...new Set([...wished, ...plain])]
}

/** The column that would bind an absent row is better empty than pointing nowhere. */
function bindsNothing(work: Work, name: VarName): boolean {
  if (!name.startsWith('records.')) return false
  return [...work.space.graph.records.values()].some((spec) => {
    const row = work.sets.get(inRounds(work.space.graph, `records.${spec.name}`, roundsIn(name)))
    return spec.by === plainName(name) && row !== undefined && !hasData(row)
  })
}

function ordinaryData(work: Work, name: VarName, set: ValueSet): readonly Scalar[] {
  const { data } = set
  const shape = work.space.about(name).shape
  if (data.on === 'grid') {
    const anywhere = shape.as === 'date' ? work.space.today - 7 : 7
    const points = data.runs.flatMap(([low, high]) => [middle(low, high, anywhere), low, high])
    return points.filter(Number.isFinite).map((point) => fromGrid(shape, point))
  }
  if (!data.except) return data.words
  return [1, 2].map((turn) => madeUpWord(name, data.words, turn))
}

/** Well inside the run, near its finite end where it has only one. */
function middle(low: number, high: number, anywhere: number): number {
  if (!Number.isFinite(low)) return Number.isFinite(high) ? high - 7 : anywhere
  return Number.isFinite(high) ? Math.floor((low + high) / 2) : low + 7
}

function madeUpWord(name: VarName, taken: readonly Scalar[], turn: number): string {
  const last = plainName(name).split('.').at(-1) ?? 'value'
  const suffix = [...roundsIn(name).values()].map((round) => `-${round}`).join('')
  for (let n = turn; ; n += 1) {
    const word = `${last}-${n}${suffix}`
    if (!taken.includes(word)) return word
  }
}
