import type { CommandProcess } from './command-process.ts'

/**
 * Processes of one command, kept for whoever asks next. Without memory between questions any of them will do; with, each
 * conversation has its own. In: a way to start one. Out: a live one. All are gone when the pool is closed.
 */
export type CommandPool = {
  readonly take: () => CommandProcess
  /** for the next one to take */
  readonly give: (process: CommandProcess) => void
  readonly drop: (process: CommandProcess) => Promise<void>
  readonly close: () => Promise<void>
}

/** An idle process goes after this: a pool nobody closes must not keep programs for ever. */
const IDLE_MS = 10_000

export function openCommandPool(start: () => CommandProcess): CommandPool {
  const all = new Set<CommandProcess>()
  const idle = new Map<CommandProcess, NodeJS.Timeout>()
  const drop = async (one: CommandProcess): Promise<void> => {
    clearTimeout(idle.get(one))
    idle.delete(one)
    await one.stop()
    all.delete(one)
  }
  return {
    take: () => {
      for (const [one, timer] of idle) {
        clearTimeout(timer)
        idle.delete(one)
        if (one.isAlive()) return one
        all.delete(one)
      }
      const fresh = start()
      all.add(fresh)
      return fresh
    },
    give: (one) => void idle.set(one, setTimeout(() => void drop(one), IDLE_MS).unref()),
    drop,
    close: async () => void (await Promise.all([...all].map(drop))),
  }
}
