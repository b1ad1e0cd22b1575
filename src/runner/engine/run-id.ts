import { assert } from '../../base/assert.ts'
import { isRunId, type RunId } from '../../base/values/ids.ts'

/** A run's id: its start to the second, readable and sortable, and a suffix that keeps runs of one second apart. */
export function runId(startedAt: number): RunId {
  const stamp = new Date(startedAt).toISOString().replace(/[-:]/g, '').slice(0, 15)
  const made = `${stamp}-${(startedAt % 1000).toString(36)}${process.pid.toString(36)}`.toLowerCase()
  assert(isRunId(made), `${made} is not the id of a run`)
  return made
}
