import { seededChance } from '../../src/base/chance.ts'
import type { LabelledUnit } from './labelled-units.ts'
import { learnNetwork } from './learn-network.ts'
import { PLACED } from './trained/kinds-of-heads.ts'
import type { Network } from './trained/network.ts'

/** Of units in which nothing of a kind is done so many are shown, each counting for more. */
const EMPTY_KEPT = 0.35

/** One network a placed kind, from pairs of a unit and a place that may be its. */
export function learnPlaces(
  units: readonly LabelledUnit[],
  width: number,
  row: (unit: LabelledUnit, place: number, into: Float32Array) => void,
): readonly Network[] {
  return PLACED.map((_, kind) => {
    const chance = seededChance(7 + kind)
    const pairs: {
      readonly unit: LabelledUnit
      readonly place: number
      readonly right: number
      readonly counts: number
    }[] = []
    for (const unit of units) {
      const [right, counts] = [unit.right[kind], unit.counts[kind]]
      if (right === undefined || counts === undefined) continue
      const isEmpty = right.every((value) => value === 0)
      if (isEmpty && !chance.hits(EMPTY_KEPT)) continue
      for (let place = 0; place < counts.length; place += 1) {
        const count = (counts[place] ?? 0) * (isEmpty ? 1 / EMPTY_KEPT : 1)
        if (count > 0) pairs.push({ unit, place, right: right[place] ?? 0, counts: count })
      }
    }
    return learnNetwork(
      {
        count: pairs.length,
        width,
        right: Float32Array.from(pairs, (pair) => pair.right),
        counts: Float32Array.from(pairs, (pair) => pair.counts),
        row: (at, into) => {
          const pair = pairs[at]
          if (pair !== undefined) row(pair.unit, pair.place, into)
        },
      },
      { seed: 11 + kind },
    )
  })
}
