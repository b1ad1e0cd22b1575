import type { Store, StoredRun } from '../../storage/store.ts'
import { runHeaderIfReadable } from './run-header.ts'
import { hasWriter } from './run-lease.ts'

/** What the suite of an imported run begins with; the rest is its format. */
export const IMPORT_SUITE = 'import '

/**
 * An import that was killed before its last conversation was stored. Nobody is shown it, and the next import removes it: a
 * part of some files would be counted as the whole.
 */
export const isHalfImport = (run: StoredRun): boolean =>
  run.imported !== null &&
  run.finishedAt === null &&
  runHeaderIfReadable(run)?.request.suite.startsWith(IMPORT_SUITE) === true

export const wholeRuns = async (store: Pick<Store, 'runs'>): Promise<readonly StoredRun[]> =>
  (await store.runs()).filter((run) => !isHalfImport(run))

/** Removes what killed imports left; those that another process is writing now stay. */
export async function dropHalfImports(store: Pick<Store, 'runs' | 'deleteRun'>, now: number): Promise<void> {
  for (const run of await store.runs())
    if (isHalfImport(run) && !hasWriter(run, now)) await store.deleteRun(run.id)
}
