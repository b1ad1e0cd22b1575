import type { CompareOp } from '../../base/guards/guard.ts'
import { dayNumberOf, isoDateOf } from '../../base/values/iso-date.ts'
import {
  ABSENT,
  REFUSED,
  type Scalar,
  Special,
  UNAVAILABLE,
  UNKNOWN,
  type Value,
} from '../../base/values/value.ts'

/**
 * Sets of values a variable may still have, exact under the guard language: runs of a grid for numbers and dates,
 * finite or all-but-finite sets for everything else, plus any of the four specials. No sampling anywhere, so "no
 * value is left" is a proof.
 */
export type ValueSet = { readonly specials: number; readonly data: DataSet }

type ValueRun = readonly [number, number]
export type DataSet =
  | { readonly on: 'grid'; readonly runs: readonly ValueRun[] }
  | { readonly on: 'words'; readonly except: boolean; readonly words: readonly Scalar[] }

/** Numbers live on the grid of `1 / scale`; dates on days since 1970. */
export type Shape = { readonly as: 'number'; readonly scale: number } | { readonly as: 'date' | 'word' }

const SPECIALS = [UNKNOWN, ABSENT, REFUSED, UNAVAILABLE] as const
const ALL_SPECIALS = 15

const BITS = { unknown: 1, absent: 2, refused: 4, unavailable: 8 } as const
export const bitOf = (special: Special): number => BITS[special.word]
export const specialsIn = (set: ValueSet): readonly Special[] =>
  SPECIALS.filter((one) => (set.specials & bitOf(one)) !== 0)

const NO_RUNS: DataSet = { on: 'grid', runs: [] }
const NO_WORDS: DataSet = { on: 'words', except: false, words: [] }
const noData = (shape: Shape): DataSet => (shape.as === 'word' ? NO_WORDS : NO_RUNS)
export const anyData = (shape: Shape): DataSet =>
  shape.as === 'word'
    ? { on: 'words', except: true, words: [] }
    : { on: 'grid', runs: [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]] }

export const onlySpecials = (shape: Shape, specials: number): ValueSet => ({ specials, data: noData(shape) })
export const onlyWords = (words: readonly Scalar[]): DataSet => ({ on: 'words', except: false, words })
export const between = (low: number, high: number): DataSet =>
  low > high ? NO_RUNS : { on: 'grid', runs: [[low, high]] }

export const hasData = (set: ValueSet): boolean =>
  set.data.on === 'grid' ? set.data.runs.length > 0 : set.data.except || set.data.words.length > 0
export const isEmpty = (set: ValueSet): boolean => set.specials === 0 && !hasData(set)
export const withoutSpecials = (set: ValueSet): ValueSet =>
  set.specials === 0 ? set : { ...set, specials: 0 }
export const withoutData = (set: ValueSet): ValueSet => ({
  specials: set.specials,
  data: set.data.on === 'grid' ? NO_RUNS : NO_WORDS,
})

export function intersect(a: ValueSet, b: ValueSet): ValueSet {
  return { specials: a.specials & b.specials, data: intersectData(a.data, b.data) }
}

export function union(a: ValueSet, b: ValueSet): ValueSet {
  return a === b ? a : complement(intersect(complement(a), complement(b)))
}

export function complement(set: ValueSet): ValueSet {
  const { data } = set
  const rest: DataSet =
    data.on === 'words' ? { ...data, except: !data.except } : { on: 'grid', runs: gaps(data.runs) }
  return { specials: ALL_SPECIALS & ~set.specials, data: rest }
}

/** Is every member of `a` in `b`? */
export const isWithin = (a: ValueSet, b: ValueSet): boolean => a === b || isEmpty(intersect(a, complement(b)))

function intersectData(a: DataSet, b: DataSet): DataSet {
  if (a.on === 'grid') return b.on === 'grid' ? { on: 'grid', runs: overlaps(a.runs, b.runs) } : NO_RUNS
  if (b.on === 'grid') return NO_WORDS
  if (a.except && b.except)
    return { on: 'words', except: true, words: [...new Set([...a.words, ...b.words])] }
  const [finite, other] = a.except ? [b, a] : [a, b]
  return onlyWords(finite.words.filter((word) => other.words.includes(word) !== other.except))
}

function overlaps(a: readonly ValueRun[], b: readonly ValueRun[]): ValueRun[] {
  const found: ValueRun[] = []
  for (const [low, high] of a)
    for (const [from, to] of b)
      if (Math.max(low, from) <= Math.min(high, to)) found.push([Math.max(low, from), Math.min(high, to)])
  return found
}

function gaps(runs: readonly ValueRun[]): ValueRun[] {
  const found: ValueRun[] = []
  let from = Number.NEGATIVE_INFINITY
  for (const [low, high] of runs) {
    if (low > from) found.push([from, low - 1])
    from = high + 1
  }
  if (from < Number.POSITIVE_INFINITY) found.push([from, Number.POSITIVE_INFINITY])
  return found
}

/** The data of a shape as a point of its grid; undefined where it is no such data. */
export function toGrid(shape: Shape, value: Scalar): number | undefined {
  if (shape.as === 'number') return typeof value === 'number' ? Math.round(value * shape.scale) : undefined
  return shape.as === 'date' && typeof value === 'string' ? (dayNumberOf(value) ?? undefined) : undefined
}

export function fromGrid(shape: Shape, point: number): Scalar {
  return shape.as === 'number' ? point / shape.scale : isoDateOf(point)
}

export function single(shape: Shape, value: Value): ValueSet {
  if (value instanceof Special) return onlySpecials(shape, bitOf(value))
  if (shape.as === 'word') return { specials: 0, data: onlyWords([value]) }
  const point = toGrid(shape, value)
  return { specials: 0, data: point === undefined ? NO_RUNS : between(point, point) }
}

/** The values for which `variable is value` holds (V5): ordering with a special is false. */
export function satisfying(shape: Shape, is: CompareOp, value: Value): ValueSet {
  if (is === '==') return single(shape, value)
  if (is === '!=') return complement(single(shape, value))
  if (shape.as === 'number' && typeof value === 'number')
    return { specials: 0, data: ordered(is, Number((value * shape.scale).toFixed(6))) }
  const point = value instanceof Special ? undefined : toGrid(shape, value)
  return { specials: 0, data: point === undefined ? noData(shape) : ordered(is, point) }
}

/** Grid points `p` with `p is at`, where `at` may lie between two points. */
export function ordered(is: '<' | '<=' | '>' | '>=', at: number): DataSet {
  const whole = Number.isInteger(at)
  if (is === '<') return between(Number.NEGATIVE_INFINITY, whole ? at - 1 : Math.floor(at))
  if (is === '<=') return between(Number.NEGATIVE_INFINITY, Math.floor(at))
  if (is === '>') return between(whole ? at + 1 : Math.ceil(at), Number.POSITIVE_INFINITY)
  return between(Math.ceil(at), Number.POSITIVE_INFINITY)
}

export function admits(shape: Shape, set: ValueSet, value: Value): boolean {
  return !isEmpty(intersect(set, single(shape, value)))
}

/** Lowest and highest point of a grid set; undefined for words and empty sets. */
export function hull(set: ValueSet): ValueRun | undefined {
  if (set.data.on !== 'grid') return undefined
  const first = set.data.runs[0]
  const last = set.data.runs.at(-1)
  return first === undefined || last === undefined ? undefined : [first[0], last[1]]
}

/** The one value left, or undefined. */
export function onlyValue(shape: Shape, set: ValueSet): Value | undefined {
  const specials = specialsIn(set)
  if (!hasData(set)) return specials.length === 1 ? specials[0] : undefined
  if (specials.length > 0) return undefined
  if (set.data.on === 'words')
    return !set.data.except && set.data.words.length === 1 ? set.data.words[0] : undefined
  const [low, high] = hull(set) ?? [0, 1]
  return low === high ? fromGrid(shape, low) : undefined
}

/** A member to try and to show: a number on the coarse grid of every `step` points where there is one. */
export function sampleOf(shape: Shape, set: ValueSet, step: number): Value {
  const { data } = set
  if (!hasData(set)) return specialsIn(set)[0] ?? UNKNOWN
  if (data.on === 'words') return data.except ? otherThan(data.words) : (data.words[0] ?? UNKNOWN)
  const [low, high] = data.runs[0] ?? [0, 0]
  if (!Number.isFinite(low))
    return fromGrid(shape, Number.isFinite(high) ? Math.floor(high / step) * step : 0)
  const coarse = Math.ceil(low / step) * step
  return fromGrid(shape, coarse <= high ? coarse : Math.floor((low + high) / 2))
}

function otherThan(words: readonly Scalar[]): string {
  let word = 'something else'
  for (let copy = 2; words.includes(word); copy += 1) word = `something else ${copy}`
  return word
}
