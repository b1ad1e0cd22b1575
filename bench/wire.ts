import type { BenchResult } from './bench-result.ts'
import { benchModels, type ModelsMeasured } from './run-models.ts'
import { withModelServer } from './with-model-server.ts'

/**
 * Model calls without latency, 64 and 256 at once, against a bare loop of the AI SDK that makes the same calls, three times, the
 * median of each figure. The server gives one canned answer and does next to nothing else. `ratio` is the worse of calls a second
 * and processor time against its bound.
 */
const BOUNDS = { ofSdk: 0.6, cpuBySdk: 1.6 }
const ROUNDS = 3
const CONVERSATIONS = 400

export async function benchWire(): Promise<BenchResult> {
  const at64 = await rounds(64)
  const at256 = await rounds(256)
  return {
    ratio: Math.max(BOUNDS.ofSdk / at256.of_sdk, at256.cpu_by_sdk / BOUNDS.cpuBySdk),
    at_once_64: at64,
    at_once_256: at256,
    bounds: BOUNDS,
  }
}

type Figures = {
  readonly of_sdk: number
  readonly cpu_by_sdk: number
  readonly ours_calls_per_second: number
  readonly sdk_calls_per_second: number
  readonly ours_cpu_ms_per_call: number
  readonly sdk_cpu_ms_per_call: number
  readonly calls: number
}

async function rounds(atOnce: number): Promise<Figures> {
  const measured: ModelsMeasured[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    measured.push(
      await withModelServer({ latencyMs: 0, program: 'peer-server-main' }, (url) =>
        benchModels(`${url}/v1`, { atOnce, conversations: CONVERSATIONS }),
      ),
    )
  const middle = (of: (one: ModelsMeasured) => number): number => median(measured.map(of))
  return {
    of_sdk: middle(({ of_sdk }) => of_sdk),
    cpu_by_sdk: middle(({ cpu_by_sdk }) => cpu_by_sdk),
    ours_calls_per_second: middle(({ ours }) => ours.calls_per_second),
    sdk_calls_per_second: middle(({ sdk }) => sdk.calls_per_second),
    ours_cpu_ms_per_call: middle(({ ours }) => ours.cpu_ms_per_call),
    sdk_cpu_ms_per_call: middle(({ sdk }) => sdk.cpu_ms_per_call),
    calls: middle(({ calls }) => calls),
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
