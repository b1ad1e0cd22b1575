import type { Measured } from './say-metric.ts'

/** An axis of a chart in characters. */
export type Axis = { readonly from: number; readonly to: number; readonly columns: number }

/** `|   --o---    |`: the value as `o`, its interval as dashes; where the axis begins below nothing, `:` marks zero. */
export function intervalBar({ value, low, high }: Measured, axis: Axis): string {
  const [from, at, to] = [low, value, high].map((each) => columnOf(each, axis))
  const zero = axis.from < 0 ? columnOf(0, axis) : -1
  const cells = Array.from({ length: axis.columns }, (_, column) => {
    if (column === at) return 'o'
    if (column >= (from ?? 0) && column <= (to ?? 0)) return '-'
    return column === zero ? ':' : ' '
  })
  return `|${cells.join('')}|`
}

export function columnOf(value: number, { from, to, columns }: Axis): number {
  const column = Math.round(((value - from) / (to - from)) * (columns - 1))
  return Math.max(0, Math.min(columns - 1, column))
}

/** From 0, or below where a value is, to the next tenth above the highest. */
export function axisOver(metrics: readonly Measured[], columns: number): Axis {
  const tenth = (value: number, round: (value: number) => number) => round(value * 10 - 1e-9) / 10
  const from = Math.min(0, ...metrics.map(({ low }) => tenth(low + 2e-10, Math.floor)))
  const to = Math.max(0.1, ...metrics.map(({ high }) => tenth(high, Math.ceil)))
  return { from, to, columns }
}
