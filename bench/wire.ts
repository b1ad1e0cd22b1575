import type { BenchResult } from './bench-result.ts'
import { benchModels, type ModelsMeasured } from './run-models.ts'
import { withModelServer } from './with-model-server.ts'

/**
 * Model calls without latency, 64 and 256 at once, against bare undici with the same bodies, three times, the median of each
 * figure. The server gives one canned answer and does next to nothing else. `ratio` is the worse of calls a second and processor
 * time against its bound.
 */
const BOUNDS = { ofUndici: 0.25, cpuByUndici: 5 }
const ROUNDS = 3
const CONVERSATIONS = 1_200

export async function benchWire(): Promise<BenchResult> {
  const at64 = await rounds(64)
  const at256 = await rounds(256)
  return {
    ratio: Math.max(BOUNDS.ofUndici / at256.of_undici, at256.cpu_by_undici / BOUNDS.cpuByUndici),
    at_once_64: at64,
    at_once_256: at256,
    bounds: BOUNDS,
  }
}

type Figures = {
  readonly of_undici: number
  readonly cpu_by_undici: number
  readonly ours_calls_per_second: number
  readonly undici_calls_per_second: number
  readonly sdk_calls_per_second: number
  readonly ours_cpu_ms_per_call: number
  readonly undici_cpu_ms_per_call: number
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
    of_undici: middle(({ of_undici }) => of_undici),
    cpu_by_undici: middle(({ cpu_by_undici }) => cpu_by_undici),
    ours_calls_per_second: middle(({ ours }) => ours.calls_per_second),
    undici_calls_per_second: middle(({ undici }) => undici.calls_per_second),
    sdk_calls_per_second: middle(({ sdk }) => sdk.calls_per_second),
    ours_cpu_ms_per_call: middle(({ ours }) => ours.cpu_ms_per_call),
    undici_cpu_ms_per_call: middle(({ undici }) => undici.cpu_ms_per_call),
    sdk_cpu_ms_per_call: middle(({ sdk }) => sdk.cpu_ms_per_call),
    calls: middle(({ calls }) => calls),
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
