import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { BenchResult } from './bench-result.ts'

/**
 * Memory of a run of 100,000 trials of built-in parties, in a process of its own: nothing else's is counted. SAGE_MEMORY_TRIALS: how
 * many, where that takes too long; what is held does not grow with them (`by_quarter`). `ratio` is
 * the peak over its bound.
 */
const BOUND_MB = 350
const TRIALS = process.env['SAGE_MEMORY_TRIALS'] ?? '100000'

const Measured = z.object({
  trials: z.number(),
  megabytes: z.number(),
  seconds: z.number(),
  /** when a quarter of the trials was done, half of them, and so on */
  by_quarter: z.array(z.object({ process: z.number(), main_heap: z.number() })),
})

export async function benchMemory(): Promise<BenchResult> {
  const program = fileURLToPath(new URL('./run-many-main.js', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [program, TRIALS], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const measured = Measured.parse(JSON.parse(stdout))
  return { ratio: measured.megabytes / BOUND_MB, ...measured, bound_megabytes: BOUND_MB }
}
