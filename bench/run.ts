import type { BenchResult } from './bench-result.ts'
import { benchModels } from './run-models.ts'
import { benchRun } from './run-request.ts'
import { withModelServer } from './with-model-server.ts'

/**
 * A whole run. (a) the default suite with built-in parties, stored and scored: conversations a second; (b) 64 at once with a
 * model that takes no time, against the bare AI SDK making the same calls. `ratio` is the worse of them against its bound.
 */
const BOUNDS = { conversationsPerSecond: 1200, quick: 1.6 }
/** So many that compiling the graphs and warming up weigh little; `embedded_once` is what one pass takes. */
const REPEATS = 25

export async function benchWholeRun(): Promise<BenchResult> {
  const once = await benchRun({}, {}, ({ result, seconds }) => ({ conversations: result.trials, seconds }))
  const embedded = await benchRun({ trials: REPEATS }, {}, ({ result, seconds, cpuSeconds }) => ({
    conversations_per_second: result.trials / seconds,
    conversations: result.trials,
    cpu_ms_per_conversation: (1000 * cpuSeconds) / result.trials,
  }))
  const quick = await withModelServer({ latencyMs: 0 }, (url) =>
    benchModels(url, { atOnce: 64, conversations: 400 }),
  )
  return {
    ratio: Math.max(
      BOUNDS.conversationsPerSecond / embedded.conversations_per_second,
      quick.ratio / BOUNDS.quick,
    ),
    embedded,
    embedded_once: once,
    without_latency: quick,
    bounds: BOUNDS,
  }
}
