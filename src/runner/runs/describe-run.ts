import type { RunId } from '../../base/values/ids.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import type { Store, StoredRun, TrialCounts } from '../../storage/store.ts'
import { runHeaderIfReadable } from './run-header.ts'
import { hasWriter } from './run-lease.ts'

/** A stored run as a list shows it: what was run, and how far it is. */
export type RunLine = {
  readonly run: RunId
  /** running: a process writes it now; unfinished: none does, `sage run --resume` resumes it */
  readonly state: 'finished' | 'running' | 'unfinished'
  readonly started_at: string
  readonly finished_at: string | null
  /** when it was imported; null: it was run here */
  readonly imported_at: string | null
  /** null, and no agents and packs, if the header is of another version */
  readonly suite: string | null
  readonly agents: readonly string[]
  readonly packs: readonly string[]
  readonly trials: TrialCounts & Pick<RunResult, 'passed' | 'failed' | 'could_not_tell'>
}

/** The same with everything that belongs to it. */
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

/** `now`: milliseconds since 1970. */
export async function describeRun(store: Store, run: StoredRun, now: number): Promise<RunLine> {
  const header = runHeaderIfReadable(run)
  return {
    run: run.id,
    state: stateOf(run, now),
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    imported_at: run.imported,
    suite: header?.request.suite ?? null,
    agents: header?.request.agents.map(({ id }) => id) ?? [],
    packs: Object.keys(header?.versions.packs ?? {}),
    trials: { ...(await store.countTrials(run.id)), ...resultsOf(await store.countMarks(run.id)) },
  }
}

type Marks = Readonly<Record<string, number>>
const resultsOf = ({ passed = 0, failed = 0, unsafe = 0, unknown = 0 }: Marks) => {
  return { passed, failed: failed + unsafe, could_not_tell: unknown }
}

export async function detailRun(store: Store, run: StoredRun, now: number): Promise<RunDetails> {
  const header = runHeaderIfReadable(run)
  return {
    ...(await describeRun(store, run, now)),
    seed: header?.request.seed ?? null,
    customer: header?.request.customer ?? null,
    judges: header?.request.judges ?? [],
    versions: header?.versions ?? {},
    under_way: new Set((await store.pages(run.id)).map(({ trial }) => trial)).size,
    ratings: await countRatings(store, run.id),
    reviews: (await store.reviews(run.id)).length,
  }
}

async function countRatings(store: Store, run: RunId): Promise<Readonly<Record<string, number>>> {
  const counts = new Map<string, number>()
  for await (const { judge } of store.ratings(run)) counts.set(judge, (counts.get(judge) ?? 0) + 1)
  return Object.fromEntries(counts)
}

function stateOf(run: StoredRun, now: number): RunLine['state'] {
  if (hasWriter(run, now)) return 'running'
  return run.finishedAt === null ? 'unfinished' : 'finished'
}
