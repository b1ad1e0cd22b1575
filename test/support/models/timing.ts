import type { Timing } from '../../../src/models/call-queue.ts'

/** Time moved by hand. */
export type HandTiming = Timing & {
  readonly pass: (ms: number) => Promise<void>
  readonly sleep: (ms: number) => Promise<void>
  /** lets time pass until nobody waits for it any more */
  readonly untilIdle: () => Promise<void>
}

export function handTiming(): HandTiming {
  let now = 0
  let waiting: { readonly at: number; readonly call: () => void }[] = []
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
  }
  const after = (ms: number, call: () => void): (() => void) => {
    const one = { at: now + ms, call }
    waiting.push(one)
    return () => {
      waiting = waiting.filter((other) => other !== one)
    }
  }
  const passTo = async (until: number): Promise<void> => {
    await settle()
    for (;;) {
      const next = waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      now = Math.max(now, next.at)
      waiting = waiting.filter((other) => other !== next)
      next.call()
      await settle()
    }
    now = Math.max(now, until)
    await settle()
  }
  return {
    now: () => now,
    after,
    sleep: (ms) => new Promise((resolve) => after(ms, resolve)),
    pass: (ms) => passTo(now + ms),
    untilIdle: async () => {
      await settle()
      while (waiting.length > 0) await passTo(Math.min(...waiting.map(({ at }) => at)))
    },
  }
}
