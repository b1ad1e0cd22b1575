/**
 * Which trials a thread takes next. Each pack belongs to one thread: loading it and compiling its SOP costs as much as
 * hundreds of trials. A thread that is done helps another if that pays. Within a queue the order is the plan's, in which
 * all agents advance evenly.
 */
export type PackQueues = { readonly take: (thread: number, count: number) => readonly number[] }

/** Trials that must be left for a thread to help with packs it has not loaded. */
const HELP_MIN = 200

export function createPackQueues(
  left: Iterable<number>,
  packAt: (index: number) => number,
  /** of each thread: the packs it has loaded already */
  loaded: readonly ReadonlySet<number>[],
): PackQueues {
  const sizes = sizesOf(left, packAt)
  const homes = homesOf(sizes, loaded)
  const queues = loaded.map((_, thread) => ({
    indexes: ofThread(left, (index) => homes.get(packAt(index)) === thread),
    left: [...sizes].reduce((sum, [pack, size]) => sum + (homes.get(pack) === thread ? size : 0), 0),
    helpers: new Set([thread]),
  }))
  const queueFor = (thread: number) => {
    const own = queues[thread]
    if (own !== undefined && own.left > 0) return own
    const worth = queues.filter((each) => each.left >= (each.helpers.has(thread) ? 1 : HELP_MIN))
    return worth.reduce<(typeof queues)[number] | undefined>(
      (most, each) => (most === undefined || each.left > most.left ? each : most),
      undefined,
    )
  }
  return {
    take: (thread, count) => {
      const queue = queueFor(thread)
      if (queue === undefined) return []
      queue.helpers.add(thread)
      const taken: number[] = []
      while (taken.length < count) {
        const next = queue.indexes.next()
        if (next.done === true) break
        taken.push(next.value)
      }
      queue.left -= taken.length
      return taken
    },
  }
}

function* ofThread(left: Iterable<number>, isOwn: (index: number) => boolean): Generator<number> {
  for (const index of left) if (isOwn(index)) yield index
}

function sizesOf(left: Iterable<number>, packAt: (index: number) => number): Map<number, number> {
  const sizes = new Map<number, number>()
  for (const index of left) sizes.set(packAt(index), (sizes.get(packAt(index)) ?? 0) + 1)
  return sizes
}

/** The thread that has the pack; of the others, largest first, each to the thread with the least to do. */
function homesOf(
  sizes: ReadonlyMap<number, number>,
  loaded: readonly ReadonlySet<number>[],
): ReadonlyMap<number, number> {
  const burden = loaded.map(() => 0)
  const homes = new Map<number, number>()
  const settle = (pack: number, thread: number): void => {
    homes.set(pack, thread)
    burden[thread] = (burden[thread] ?? 0) + (sizes.get(pack) ?? 0)
  }
  for (const pack of sizes.keys()) {
    const thread = loaded.findIndex((packs) => packs.has(pack))
    if (thread >= 0) settle(pack, thread)
  }
  const others = [...sizes].filter(([pack]) => !homes.has(pack)).sort(([, a], [, b]) => b - a)
  for (const [pack] of others) settle(pack, burden.indexOf(Math.min(...burden)))
  return homes
}
