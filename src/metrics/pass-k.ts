import type { Metric } from '../base/rate.ts'
import { bootstrapRatio } from './bootstrap.ts'
import type { Cell } from './cell.ts'

/** The chance that k independent trials of a case all pass, unbiased: C(right, k) / C(judged, k), averaged over cases. */
export function passHatK(
  counts: readonly { readonly right: number; readonly judged: number }[],
  k: number,
): number | undefined {
  const usable = counts.filter(({ judged }) => judged >= k)
  if (usable.length === 0) return undefined
  return usable.reduce((sum, { right, judged }) => sum + allOf(right, judged, k), 0) / usable.length
}

/** C(right, k) / C(judged, k) as a product, so that large counts do not overflow. */
function allOf(right: number, judged: number, k: number): number {
  let share = 1
  for (let i = 0; i < k; i += 1) share *= Math.max(0, right - i) / (judged - i)
  return share
}

const K_MAX = 10

export function passAtK(cells: readonly Cell[]): { readonly [k: string]: Metric } {
  const deepest = Math.min(K_MAX, Math.max(0, ...cells.map((cell) => cell.decided)))
  const byK = Array.from({ length: deepest }, (_, index) => {
    const k = index + 1
    const usable = cells.filter((cell) => cell.decided >= k)
    const shares = usable.map((cell) => ({ hits: allOf(cell.passed, cell.decided, k), of: 1 }))
    return [String(k), bootstrapRatio(shares, usable.length)] as const
  })
  return Object.fromEntries(byK)
}
