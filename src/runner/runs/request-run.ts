import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { MayGate } from '../../metrics/gates.ts'
import { resolveRun } from '../settings/resolve-run.ts'
import type { RunFlags } from '../settings/run-flags.ts'
import { type RunInputs, readRunInputs } from '../settings/run-inputs.ts'
import type { RunRequest } from '../settings/run-request.ts'

/** From flags to a request, with everything that is wrong said at once; gates on ratings need the store's calibrations. */
export async function requestRun(flags: RunFlags, workingFolder: string): Promise<RunRequest> {
  const inputs = await readRunInputs(flags, workingFolder)
  return resolveRun(inputs, await mayGateOf(inputs))
}

const NEVER: MayGate = () => false

/** Calibrations are in the store. If it does not exist or cannot be opened, there are none. */
async function mayGateOf({ flags, config, workingFolder }: RunInputs): Promise<MayGate> {
  const { gates = [], judges, store } = config.value
  if (gates.length === 0) return NEVER
  // Loaded only here: a run without gates need not wait for it.
  const { DEFAULT_STORE, openStoreToRead } = await import('./open-store.ts')
  const { mayGateBefore } = await import('./judge-run.ts')
  const place = resolve(workingFolder, flags.store ?? store ?? DEFAULT_STORE)
  if (!existsSync(place)) return NEVER
  const opened = await openStoreToRead(place, workingFolder)
  try {
    return await mayGateBefore(opened, flags.judge.length > 0 ? flags.judge : (judges ?? ['lexical']))
  } finally {
    await opened.close()
  }
}
