import { summarise } from '../src/metrics/summarise.ts'
import { openTally } from '../src/metrics/tally.ts'
import { COVERAGE_RATES, simulateCoverage } from '../test/support/metrics/coverage.ts'
import { trial, turn } from '../test/support/metrics/trials.ts'

/** A million trial records counted and summarised, against the time to make and read the same number of JSON lines. */
const TRIALS = 1_000_000
const CASES = 1_000
const AGENTS = 5

export async function benchMetrics(): Promise<Record<string, number>> {
  const before = process.memoryUsage().heapUsed
  const started = performance.now()
  const tally = openTally()
  const turns = [turn(), turn({ action_right: false }), turn()]
  for (let i = 0; i < TRIALS; i += 1) {
    const number = i % CASES
    const bucket = number % 9 === 0 ? 'adversarial' : number % 7 === 0 ? 'must-escalate' : 'resolvable'
    tally.add(
      trial({
        agent: `agent-${i % AGENTS}`,
        case: `p/${number}`,
        bucket,
        repeat: Math.floor(i / (CASES * AGENTS)) % 10,
        score: { turns, outcome: i % 3 === 0 ? 'wrong' : 'right' },
      }),
    )
  }
  const counted = performance.now()
  const summaries = summarise(tally)
  const done = performance.now()
  const line = JSON.stringify(trial({ score: { turns } }))
  const parseStart = performance.now()
  for (let i = 0; i < 100_000; i += 1) JSON.parse(line)
  const parseMs = (performance.now() - parseStart) * (TRIALS / 100_000)
  return {
    ratio: (done - started) / parseMs,
    total_ms: done - started,
    count_ms: counted - started,
    summarise_ms: done - counted,
    agents: summaries.length,
    heap_mb: (process.memoryUsage().heapUsed - before) / 1e6,
    ...coverage(),
  }
}

/** The table of docs/spec/metrics.md: share of simulated data sets whose interval holds the true rate. */
function coverage(): Record<string, number> {
  const sizes = [
    [18, 1],
    [18, 3],
    [60, 3],
    [100, 1],
    [100, 3],
    [162, 3],
  ] as const
  return Object.fromEntries(
    sizes.flatMap(([cases, trials]) =>
      COVERAGE_RATES.map((rate, index) => [
        `covered_${cases}x${trials}_at_${rate}`,
        simulateCoverage({ cases, trials, rate, sets: 2_000, seed: cases + 7 * trials + 1000 * index })
          .covered,
      ]),
    ),
  )
}
