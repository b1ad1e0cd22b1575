import type { VarType } from '../../base/guards/guard-types.ts'
import { dayNumberOf, isoDateOf } from '../../base/values/iso-date.ts'
import {
  ABSENT,
  REFUSED,
  Special,
  type SpecialWord,
  UNAVAILABLE,
  UNKNOWN,
  type Value,
} from '../../base/values/value.ts'

/**
 * A variable's domain, split at the constants it is compared with: within one class no guard can tell two values apart.
 * So trying one value of each class tries them all.
 */
export type ValueClass = {
  /** the values that stand for the class: the one value, or both ends of a stretch of numbers or dates */
  readonly values: readonly [Value, ...Value[]]
  readonly special: boolean
  /** where the class is a stretch of numbers or days; null ends are open to infinity */
  readonly stretch: Stretch | null
  readonly text: string
}

/** From `low` to `high`; `lowOpen`: without `low` itself. Days are counted since 1970. */
export type Stretch = {
  readonly low: number | null
  readonly high: number | null
  readonly lowOpen: boolean
  readonly highOpen: boolean
  readonly scale: Scale
}
/** `real` numbers lie dense, so between 30 and 31 there is 30.5; counts and days step by one. */
export type Scale = { readonly kind: 'real' | 'count' | 'day'; readonly step: number }

const SPECIALS: Readonly<Record<SpecialWord, Special>> = {
  unknown: UNKNOWN,
  absent: ABSENT,
  refused: REFUSED,
  unavailable: UNAVAILABLE,
}

/** `whole`: the variable counts whole days or hours. */
export type Splitting = {
  readonly type: VarType
  readonly constants: readonly Value[]
  readonly whole: boolean
}

/** Data classes first, in order, then the specials. `unknown` is no class: a decision reads settled variables only. */
export function classesOf(splitting: Splitting): readonly ValueClass[] {
  const specials = splitting.type.specials
    .filter((word) => word !== 'unknown')
    .map((word) => single(SPECIALS[word]))
  return [...dataClasses(splitting), ...specials]
}

function dataClasses(splitting: Splitting): readonly ValueClass[] {
  const { type, constants } = splitting
  switch (type.type) {
    case 'row':
      return [{ ...single(true), text: 'there' }]
    case 'boolean':
      return [single(true), single(false)]
    case 'enum':
      return type.of.map(single)
    case 'string': {
      const words = [...new Set(constants.filter((it) => typeof it === 'string'))]
      return [
        ...words.map(single),
        { ...single(otherThan(words)), text: words.length === 0 ? 'any text' : 'any other text' },
      ]
    }
    case 'number':
    case 'date':
      return stretches(splitting)
  }
}

const single = (value: Value): ValueClass => ({
  values: [value],
  special: value instanceof Special,
  stretch: null,
  text: value instanceof Special ? value.word : String(value),
})

function otherThan(words: readonly string[]): string {
  const taken = new Set(words)
  let word = 'something else'
  for (let copy = 2; taken.has(word); copy += 1) word = `something else ${copy}`
  return word
}

function stretches(splitting: Splitting): readonly ValueClass[] {
  const { type, constants } = splitting
  const numbers = constants.flatMap((it) =>
    typeof it === 'number' ? [it] : typeof it === 'string' ? [dayNumberOf(it) ?? []].flat() : [],
  )
  const [low, high] = type.range ?? [null, null]
  const inside = numbers.filter((it) => (low === null || it >= low) && (high === null || it <= high))
  const points = [...new Set(inside)].sort((a, b) => a - b)
  const scale = scaleOf(splitting, points)
  const found: Stretch[] = []
  const between = (from: number | null, to: number | null, open: { low: boolean; high: boolean }): void => {
    const stretch = normal({ low: from, high: to, lowOpen: open.low, highOpen: open.high, scale })
    if (stretch !== null) found.push(stretch)
  }
  let before = low
  let beforeOpen = false
  for (const point of points) {
    between(before, point, { low: beforeOpen, high: true })
    between(point, point, { low: false, high: false })
    before = point
    beforeOpen = true
  }
  between(before, high, { low: beforeOpen, high: false })
  return found.map(stretchClass)
}

/** How finely the constants are written says how far the value just outside lies: 30 | 31, or 9.99 | 10.00. */
function scaleOf(splitting: Splitting, points: readonly number[]): Scale {
  if (splitting.type.type === 'date') return { kind: 'day', step: 1 }
  if (splitting.whole) return { kind: 'count', step: 1 }
  const decimals = Math.max(0, ...[...points, ...(splitting.type.range ?? [])].map(decimalsOf))
  return { kind: 'real', step: 10 ** -decimals }
}

const decimalsOf = (number: number): number => {
  const written = String(number)
  if (written.includes('e')) return 0
  return written.includes('.') ? written.length - written.indexOf('.') - 1 : 0
}

/** Closes the ends of counts and days; null where nothing lies between. */
function normal(stretch: Stretch): Stretch | null {
  const { low, high, scale } = stretch
  if (scale.kind === 'real') {
    if (
      low !== null &&
      high !== null &&
      (low > high || (low === high && (stretch.lowOpen || stretch.highOpen)))
    )
      return null
    return stretch
  }
  const first = low === null ? null : stretch.lowOpen ? Math.floor(low) + 1 : Math.ceil(low)
  const last = high === null ? null : stretch.highOpen ? Math.ceil(high) - 1 : Math.floor(high)
  if (first !== null && last !== null && first > last) return null
  return { low: first, high: last, lowOpen: false, highOpen: false, scale }
}

function stretchClass(stretch: Stretch): ValueClass {
  const [first, ...rest] = endsOf(stretch).map((end) => valueAt(end, stretch.scale))
  return {
    values: [first ?? valueAt(0, stretch.scale), ...rest],
    special: false,
    stretch,
    text: sayStretch(stretch),
  }
}

const valueAt = (point: number, scale: Scale): Value => (scale.kind === 'day' ? isoDateOf(point) : point)

/** The outermost values inside a stretch. */
function endsOf(stretch: Stretch): readonly number[] {
  const { low, high, scale } = stretch
  if (low !== null && low === high) return [low]
  const first = low === null ? null : stretch.lowOpen ? stepped(low, scale.step) : low
  const last = high === null ? null : stretch.highOpen ? stepped(high, -scale.step) : high
  if (first !== null && last !== null) {
    if (first === last) return [first]
    // Narrower than a step (30 < x < 31): the middle is the only sure inhabitant.
    return first < last ? [first, last] : [((low ?? 0) + (high ?? 0)) / 2]
  }
  return first !== null ? [first] : last !== null ? [last] : [0]
}

/** Decimal arithmetic as people write it: 0.1 + 0.2 must not become 0.30000000000000004. */
const stepped = (point: number, by: number): number =>
  Number((point + by).toFixed(Math.min(20, decimalsOf(Math.abs(by)))))

/** `31 to 400`, `more than 2`, `before 2026-01-01` */
export function sayStretch(stretch: Stretch): string {
  const { low, high, scale } = stretch
  const say = (point: number): string => String(valueAt(point, scale))
  if (low !== null && low === high) return say(low)
  if (low === null && high === null) return scale.kind === 'day' ? 'any date' : 'any number'
  if (low === null)
    return stretch.highOpen
      ? `less than ${say(high ?? 0)}`
      : scale.kind === 'day'
        ? `until ${say(high ?? 0)}`
        : `at most ${say(high ?? 0)}`
  if (high === null)
    return stretch.lowOpen
      ? `more than ${say(low)}`
      : scale.kind === 'day'
        ? `from ${say(low)}`
        : `at least ${say(low)}`
  if (!stretch.lowOpen && !stretch.highOpen) return `${say(low)} to ${say(high)}`
  return `${stretch.lowOpen ? 'more than' : 'at least'} ${say(low)} and ${stretch.highOpen ? 'less than' : 'at most'} ${say(high)}`
}
