import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Seeded choices. Every turn gets its own, so that one more pick in a turn changes nothing in the turns after it. */
export type CustomerChance = {
  /** 0 <= n < below */
  readonly below: (below: number) => number
  readonly of: <T>(list: readonly [T, ...T[]]) => T
  /** true so many times in a hundred */
  readonly percent: (percent: number) => boolean
}

export function chance(...seeds: readonly number[]): CustomerChance {
  const generator = xoroshiro128plus(seeds.reduce(mix, 0x9e3779b9 | 0))
  const below = (limit: number) => (limit <= 1 ? 0 : uniformInt(generator, 0, limit - 1))
  return {
    below,
    of: (list) => list[below(list.length)] ?? list[0],
    percent: (percent) => below(100) < percent,
  }
}

/** Neighbouring seeds must not give neighbouring choices. */
function mix(a: number, b: number): number {
  let h = Math.imul(a ^ (b | 0), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) | 0
}
