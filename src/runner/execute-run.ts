import { EXIT, SageError } from '../base/error.ts'
import type { RunResult } from '../report/run-result.ts'
import type { RunOutside, RunRequest } from './run-request.ts'

/** Runs every trial of a request, stores it, scores it and gives the result. Placeholder: the engine is being built. */
export async function executeRun(_request: RunRequest, _outside: RunOutside): Promise<RunResult> {
  throw new SageError('not-built', 'The engine is not built yet.', {
    hint: 'Wait for it.',
    exit: EXIT.machinery,
  })
}
