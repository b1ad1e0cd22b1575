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
      const quantile = quantilesOf(counted)
      const median = bootstrap(counted.length, (times) => quantile(times, 0.5), turns)
      const p95 = quantile(() => 1, 0.95)
      return median.value === null || p95 === undefined ? median : { ...median, p95 }
    },
  },
)

type Time = { readonly seconds: number; readonly turns: number }

const timesOf = (cells: readonly Cell[]): readonly Time[] =>
  cells.flatMap(({ replies }) => [...replies].map(([ms, turns]) => ({ seconds: ms / 1000, turns })))

type Quantile = (times: (index: number) => number, share: number) => number | undefined

/**
 * The smallest time that a share of all turns does not exceed, where each case counts `times(index)` times. Sorted once: it is
 * asked for a thousand resamples.
 */
function quantilesOf(cases: readonly (readonly Time[])[]): Quantile {
  const turnsOf = cases.map((own) => own.reduce((sum, { turns }) => sum + turns, 0))
  const sorted = cases
    .flatMap((own, index) => own.map(({ seconds, turns }) => ({ seconds, turns, index })))
    .sort((a, b) => a.seconds - b.seconds)
  return (times, share) => {
    let all = 0
    for (let index = 0; index < turnsOf.length; index += 1) all += times(index) * (turnsOf[index] ?? 0)
    if (all === 0) return undefined
    let below = 0
    for (const { seconds, turns, index } of sorted) {
      below += times(index) * turns
      if (below >= share * all) return seconds
    }
    return undefined
  }
}
