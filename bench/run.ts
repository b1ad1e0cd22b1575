import type { BenchResult } from './bench-result.ts'
import { benchRun } from './run-request.ts'

/**
 * A whole run: the default suite with built-in parties, stored and scored. `ratio` is conversations a second against their bound.
 */
const BOUND = 1200
/** So many that compiling the graphs and warming up weigh little; `embedded_once` is what one pass takes. */
const REPEATS = 25

export async function benchWholeRun(): Promise<BenchResult> {
  const once = await benchRun({}, {}, ({ result, seconds }) => ({ conversations: result.trials, seconds }))
  const embedded = await benchRun({ trials: REPEATS }, {}, ({ result, seconds, cpuSeconds }) => ({
    conversations_per_second: result.trials / seconds,
    conversations: result.trials,
    cpu_ms_per_conversation: (1000 * cpuSeconds) / result.trials,
  }))
  return {
    ratio: BOUND / embedded.conversations_per_second,
    embedded,
    embedded_once: once,
    bound: BOUND,
  }
}
