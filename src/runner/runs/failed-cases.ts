import { usageError } from '../../base/error.ts'
import { openStore } from '../../storage/open/open-store.ts'
import type { CaseSelection, RunRequest } from '../settings/run-request.ts'
import { figuresOf } from './count-run.ts'
import { readRunHeader } from './run-header.ts'
import { findRun } from './stored-trials.ts'

/** The selection with `--failed <run>` resolved: the cases that some agent failed in that run, of those asked for. */
export async function resolveFailed(request: RunRequest): Promise<RunRequest> {
  const { selection } = request
  if (selection.failedIn === null) return request
  const failed = await failedIn(selection.failedIn, request.store)
  const cases = selection.cases.length === 0 ? failed : failed.filter((id) => selection.cases.includes(id))
  if (cases.length === 0) throw nothingFailed(selection.failedIn)
  const narrowed: CaseSelection = { ...selection, cases }
  return { ...request, selection: narrowed }
}

async function failedIn(run: string, file: string): Promise<readonly string[]> {
  const store = await openStore(file, 'read')
  try {
    const found = await findRun(store, run)
    const figures = await figuresOf(store, found, readRunHeader(found).catastrophes)
    return [...new Set(figures.cases().flatMap((each) => (each.failed > 0 ? [each.case] : [])))]
  } finally {
    await store.close()
  }
}

const nothingFailed = (run: string) =>
  usageError(
    'nothing-failed',
    `None of the selected cases failed in run ${run}.`,
    'Omit --failed, or choose another run. See `sage report`.',
  )
