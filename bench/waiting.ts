import type { BenchResult } from './bench-result.ts'
import { bareUndici, playByUs } from './run-models.ts'
import { withModelServer } from './with-model-server.ts'

/**
 * 1,000 conversations at once with a model that takes a second an answer. The ideal is that of a client which takes no time: the
 * calls of the longest conversation, a second each. `ratio` is our time by the ideal, over its bound. Bare undici, which makes
 * the same calls afterwards, shows what this machine allows. All of it is cold: ours pays for starting and compiling, with the
 * compiler set as the command line sets it.
 */
const BOUND = 1.1
const LATENCY_MS = 1000
/** the least number of 1,000 or more that the cases divide */
const AT_ONCE = 1008

export const benchWaiting = (): Promise<BenchResult> =>
  withModelServer({ latencyMs: LATENCY_MS, program: 'peer-server-main' }, async (address) => {
    const url = `${address}/v1`
    const { ours, talks, desk } = await playByUs(url, { atOnce: AT_ONCE, conversations: AT_ONCE })
    const undici = await bareUndici(url, { talks, desk, atOnce: AT_ONCE })
    const ideal = (Math.max(...talks.map((talk) => talk.length)) * LATENCY_MS) / 1000
    return {
      ratio: ours.seconds / ideal / BOUND,
      by_ideal: ours.seconds / ideal,
      undici_by_ideal: undici.seconds / ideal,
      ideal_seconds: ideal,
      ours,
      undici,
      conversations: talks.length,
      bound: BOUND,
    }
  })
