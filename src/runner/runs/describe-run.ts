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

function stateOf(run: StoredRun, now: number): RunLine['state'] {
  if (hasWriter(run, now)) return 'running'
  return run.finishedAt === null ? 'unfinished' : 'finished'
}
