import type { Measure } from '../outline/outline.ts'

/** The numbers a measure lets through. A missing end is open. */
export type Range = {
  readonly low: number | null
  readonly lowIn: boolean
  readonly high: number | null
  readonly highIn: boolean
}

export function rangeOf({ compare, amount }: Measure): Range {
  const all: Range = { low: null, lowIn: false, high: null, highIn: false }
  switch (compare) {
    case '<':
      return { ...all, high: amount }
    case '<=':
      return { ...all, high: amount, highIn: true }
    case '>':
      return { ...all, low: amount }
    case '>=':
      return { ...all, low: amount, lowIn: true }
    case '==':
      return { low: amount, lowIn: true, high: amount, highIn: true }
  }
}

/** Does every number of `inner` lie in `outer`? */
export function contains(outer: Range, inner: Range): boolean {
  const below =
    outer.low === null ||
    (inner.low !== null &&
      (inner.low > outer.low || (inner.low === outer.low && (outer.lowIn || !inner.lowIn))))
  const above =
    outer.high === null ||
    (inner.high !== null &&
      (inner.high < outer.high || (inner.high === outer.high && (outer.highIn || !inner.highIn))))
  return below && above
}

/** One ends where the other begins: `up` is bounded above only, `down` below only. */
export type Facing = {
  readonly meet: 'gap' | 'overlap' | 'touch'
  readonly from: number
  readonly to: number
}

export function facing(a: Range, b: Range): Facing | null {
  const [up, down] = a.high !== null && a.low === null ? [a, b] : [b, a]
  if (up.low !== null || up.high === null || down.low === null || down.high !== null) return null
  const from = up.high
  const to = down.low
  // "30 days or less" and "31 days or more": days are counted whole
  if (from < to) return { meet: up.highIn && down.lowIn && to - from <= 1 ? 'touch' : 'gap', from, to }
  if (from > to) return { meet: 'overlap', from: to, to: from }
  if (up.highIn && down.lowIn) return { meet: 'overlap', from, to }
  return { meet: !up.highIn && !down.lowIn ? 'gap' : 'touch', from, to }
}

/** "31 to 60", "30": whole numbers that fall between two rules. */
export const between = ({ from, to }: Facing, unit: string | null): string => {
  const counted = unit === null ? '' : ` ${unit}`
  return from === to ? `exactly ${from}${counted}` : `between ${from} and ${to}${counted}`
}
