import type { Timing } from '../call-queue.ts'

export const REAL_TIMING: Timing = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
