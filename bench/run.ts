import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { BenchResult } from './bench-result.ts'
import { benchModels } from './run-models.ts'
import { benchRun } from './run-request.ts'
import { withModelServer } from './with-model-server.ts'

/**
 * A whole run. (a) the default suite with built-in parties, stored and scored: conversations a second; (b) 1,000
 * conversations at once with a model that takes a second, (c) 64 at once with one that takes no time, both against the bare
 * AI SDK making the same calls; (d) memory of 100,000 trials. `ratio` is the worst of the four against its bound.
 */
const BOUNDS = { conversationsPerSecond: 800, waiting: 1.4, quick: 1.6, megabytes: 400 }
/** So many that starting threads, compiling what `classic` walks and warming up weigh little; `embedded_once` is what one pass takes. */
const REPEATS = 25

const Many = z.object({ trials: z.number(), megabytes: z.number(), seconds: z.number() })

export async function benchWholeRun(): Promise<BenchResult> {
  const once = await benchRun({}, {}, ({ result, seconds }) => ({ conversations: result.trials, seconds }))
  const embedded = await benchRun({ trials: REPEATS }, {}, ({ result, seconds, cpuSeconds }) => ({
    conversations_per_second: result.trials / seconds,
    conversations: result.trials,
    cpu_ms_per_conversation: (1000 * cpuSeconds) / result.trials,
  }))
  const waiting = await withModelServer({ latencyMs: 1000 }, (url) =>
    benchModels(url, { atOnce: 1000, conversations: 1000 }),
  )
  const quick = await withModelServer({ latencyMs: 0 }, (url) =>
    benchModels(url, { atOnce: 64, conversations: 400 }),
  )
  const many = manyTrials()
  return {
    ratio: Math.max(
      BOUNDS.conversationsPerSecond / embedded.conversations_per_second,
      waiting.ratio / BOUNDS.waiting,
      quick.ratio / BOUNDS.quick,
      many.megabytes / BOUNDS.megabytes,
    ),
    embedded,
    embedded_once: once,
    thousand_at_once: waiting,
    without_latency: quick,
    hundred_thousand_trials: many,
    bounds: BOUNDS,
  }
}

/** In a process of its own: nothing else's memory is counted. */
function manyTrials(): z.infer<typeof Many> {
  const program = fileURLToPath(new URL('./run-many-main.js', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return Many.parse(JSON.parse(stdout))
}
