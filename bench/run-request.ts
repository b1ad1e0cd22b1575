import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { optimiseLate } from '../src/cli/v8-flags.ts'
import { noModels } from '../src/models/no-models.ts'
import type { RunResult } from '../src/report/result/run-result.ts'
import { executeRun } from '../src/runner/engine/execute-run.ts'
import type { RunDeps } from '../src/runner/engine/run-deps.ts'
import { resolveRun } from '../src/runner/settings/resolve-run.ts'
import { RunFlags } from '../src/runner/settings/run-flags.ts'
import { readRunInputs } from '../src/runner/settings/run-inputs.ts'
import type { RunRequest } from '../src/runner/settings/run-request.ts'

/** Whole runs for benches, each in a folder of its own that is gone afterwards, compiled as the command line compiles them. */
export type BenchRun = {
  readonly result: RunResult
  readonly request: RunRequest
  /** of the trials alone: planning and summing up are not counted */
  readonly seconds: number
  /** processor time of this process, from start to end */
  readonly cpuSeconds: number
}

export async function benchRun<T>(
  flags: Partial<RunFlags>,
  over: { readonly request?: Partial<RunRequest>; readonly outside?: Partial<RunDeps> },
  use: (run: BenchRun) => Promise<T> | T,
): Promise<T> {
  optimiseLate()
  const folder = mkdtempSync(join(tmpdir(), 'sage-bench-'))
  try {
    const asked = resolveRun(
      await readRunInputs(
        RunFlags.parse({ agent: BUILT_IN, ...flags, store: join(folder, 'sage.db') }),
        folder,
      ),
    )
    const request = { ...asked, ...over.request }
    const before = process.cpuUsage()
    const result = await executeRun(request, { ...OUTSIDE, ...over.outside })
    const { user, system } = process.cpuUsage(before)
    return await use({ result, request, seconds: result.wall_ms / 1000, cpuSeconds: (user + system) / 1e6 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Who plays unless a bench says otherwise. */
const BUILT_IN = ['oracle', 'people-pleaser', 'always-escalate']

const OUTSIDE: RunDeps = {
  onProgress: () => undefined,
  signal: new AbortController().signal,
  clock: () => performance.timeOrigin + performance.now(),
  models: noModels,
}
