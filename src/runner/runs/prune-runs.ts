import type { RunId } from '../../base/values/ids.ts'
import type { Store, StoredRun } from '../../storage/store.ts'
import { hasWriter, writerName } from './run-lease.ts'

/** What stays. Each condition that is given keeps runs: only what none of them keeps may go. */
export type Keeping = {
  /** so many of the latest finished runs */
  readonly latest: number | null
  /** runs that finished, or were imported, within so many days */
  readonly days: number | null
}

/** `submitted`: the runs that workers have, or that wait for them; a store without workers has none. */
export type Prunable = {
  readonly store: Pick<Store, 'runs' | 'run' | 'deleteRun' | 'claimRun' | 'releaseRun'>
  readonly submitted: () => Promise<ReadonlySet<RunId>>
}

const DAY_MS = 86_400_000

/** The runs that may go, oldest first. Unfinished runs never do: they can still be resumed. */
export async function runsToPrune(
  { store, submitted }: Prunable,
  keeping: Keeping,
  now: number,
): Promise<readonly StoredRun[]> {
  const taken = await submitted()
  const finished = (await store.runs()).filter(({ finishedAt }) => finishedAt !== null)
  const older =
    keeping.latest === null ? finished : finished.slice(0, Math.max(0, finished.length - keeping.latest))
  return older.filter((run) => isOld(run, keeping.days, now) && !hasWriter(run, now) && !taken.has(run.id))
}

const isOld = ({ startedAt, finishedAt, imported }: StoredRun, days: number | null, now: number): boolean =>
  days === null ||
  [finishedAt ?? startedAt, imported ?? startedAt].every((at) => Date.parse(at) < now - days * DAY_MS)

/**
 * Deletes one run, if it is still nobody's. A person may think for an hour before the answer is yes: meanwhile the run may
 * have been resumed, rejudged or deleted. False: it was not deleted.
 */
export async function pruneRun(
  { store, submitted }: Prunable,
  id: RunId,
  clock: () => number,
): Promise<boolean> {
  const run = await store.run(id)
  if (run === undefined || hasWriter(run, clock())) return false
  const writer = writerName(clock())
  const claim = { writer, at: new Date(clock()).toISOString(), insteadOf: run.writer }
  if (!(await store.claimRun(id, claim))) return false
  // Looked up once the run is ours: no other process can begin to write it now.
  const isFinished = (await store.run(id))?.finishedAt != null
  if (isFinished && !(await submitted()).has(id)) {
    await store.deleteRun(id)
    return true
  }
  await store.releaseRun(id, writer)
  return false
}
