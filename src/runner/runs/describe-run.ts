import { z } from 'zod'
import type { Store, StoredRun, TrialCounts } from '../../storage/store.ts'
import { isGone } from './run-lease.ts'

/** A stored run in a list: what it was, how far it is. */
export type RunLine = {
  readonly run: string
  /** running: somebody writes it now; unfinished: nobody does, `sage run --resume` would */
  readonly state: 'finished' | 'running' | 'unfinished'
  readonly started_at: string
  readonly finished_at: string | null
  /** null where the header is of another version */
  readonly suite: string | null
  readonly agents: readonly string[]
  readonly packs: readonly string[]
  readonly trials: TrialCounts
}

/** The same with all that hangs on it. */
export type RunDetails = RunLine & {
  readonly seed: number | null
  readonly customer: unknown
  readonly judges: readonly string[]
  readonly versions: unknown
  /** trials begun, of which there are pages */
  readonly under_way: number
  /** how many ratings each judge gave */
  readonly ratings: Readonly<Record<string, number>>
  readonly reviews: number
}

/** Read kindly: a list must show a run of any version. */
const Header = z
  .object({
    request: z
      .object({
        suite: z.string().nullable().catch(null),
        seed: z.number().nullable().catch(null),
        customer: z.unknown(),
        agents: z.array(z.object({ id: z.string() })).catch([]),
        judges: z.array(z.string()).catch([]),
      })
      .catch({ suite: null, seed: null, customer: null, agents: [], judges: [] }),
    versions: z
      .object({ packs: z.record(z.string(), z.unknown()).catch({}) })
      .loose()
      .catch({ packs: {} }),
  })
  .catch({
    request: { suite: null, seed: null, customer: null, agents: [], judges: [] },
    versions: { packs: {} },
  })

const headerOf = ({ header }: StoredRun) => {
  try {
    return Header.parse(JSON.parse(header))
  } catch {
    return Header.parse(null)
  }
}

/** `now`: milliseconds since 1970. */
export async function describeRun(store: Store, run: StoredRun, now: number): Promise<RunLine> {
  const { request, versions } = headerOf(run)
  return {
    run: run.id,
    state: stateOf(run, now),
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    suite: request.suite,
    agents: request.agents.map(({ id }) => id),
    packs: Object.keys(versions.packs),
    trials: await store.countTrials(run.id),
  }
}

export async function detailRun(store: Store, run: StoredRun, now: number): Promise<RunDetails> {
  const { request, versions } = headerOf(run)
  return {
    ...(await describeRun(store, run, now)),
    seed: request.seed,
    customer: request.customer,
    judges: request.judges,
    versions,
    under_way: new Set((await store.pages(run.id)).map(({ trial }) => trial)).size,
    ratings: await countRatings(store, run.id),
    reviews: (await store.reviews(run.id)).length,
  }
}

async function countRatings(store: Store, run: string): Promise<Readonly<Record<string, number>>> {
  const counts = new Map<string, number>()
  for await (const { judge } of store.ratings(run)) counts.set(judge, (counts.get(judge) ?? 0) + 1)
  return Object.fromEntries(counts)
}

function stateOf(run: StoredRun, now: number): RunLine['state'] {
  if (run.writer !== null && !isGone(run.writer, run.heartbeat, now)) return 'running'
  return run.finishedAt === null ? 'unfinished' : 'finished'
}
