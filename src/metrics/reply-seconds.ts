import { NO_DATA } from '../base/rate.ts'
import { bootstrap } from './bootstrap.ts'
import type { Cell } from './cell.ts'
import { derived } from './metric.ts'

/** The median time an agent takes to answer a customer, and the time that 95 % of its answers stay below. */
export const replySeconds = derived(
  {
    name: 'reply_seconds',
    words: 'Seconds to reply',
    better: 'lower',
    range: [0, Number.POSITIVE_INFINITY],
    source: 'clock',
    unit: 'seconds',
  },
  {
    reads: [],
    from: ({ cases }) => {
      const counted = cases.map(timesOf).filter((times) => times.length > 0)
      const turns = counted.flat().reduce((sum, { turns }) => sum + turns, 0)
      if (turns === 0) return { ...NO_DATA, because: 'no time was measured' }
      const median = bootstrap(counted.length, (times) => quantileOf(counted, times, 0.5), turns)
      const p95 = quantileOf(counted, () => 1, 0.95)
      return median.value === null || p95 === undefined ? median : { ...median, p95 }
    },
  },
)

type Time = { readonly seconds: number; readonly turns: number }

const timesOf = (cells: readonly Cell[]): readonly Time[] =>
  cells.flatMap(({ replies }) => [...replies].map(([ms, turns]) => ({ seconds: ms / 1000, turns })))

/** The smallest time that this share of all turns does not exceed; each case counts `times(index)` times. */
function quantileOf(
  cases: readonly (readonly Time[])[],
  times: (index: number) => number,
  share: number,
): number | undefined {
  const turnsAt = new Map<number, number>()
  let all = 0
  cases.forEach((own, index) => {
    const weight = times(index)
    if (weight === 0) return
    for (const { seconds, turns } of own) {
      turnsAt.set(seconds, (turnsAt.get(seconds) ?? 0) + weight * turns)
      all += weight * turns
    }
  })
  let below = 0
  for (const seconds of [...turnsAt.keys()].sort((a, b) => a - b)) {
    below += turnsAt.get(seconds) ?? 0
    if (below >= share * all) return seconds
  }
  return undefined
}
