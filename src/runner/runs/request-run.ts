import type { MayGate } from '../../metrics/gates.ts'
import type { MetricRecord } from '../../metrics/metric.ts'
import { DEFAULT_STORE, openStore, storePlace } from '../../storage/open/open-store.ts'
import type { Extensions } from '../plugins/extensions.ts'
import { ownGates, resolveRun } from '../settings/resolve-run.ts'
import type { RunFlags } from '../settings/run-flags.ts'
import { type RunInputs, readRunInputs } from '../settings/run-inputs.ts'
import type { RunRequest } from '../settings/run-request.ts'

/** From flags to a request, with everything that is wrong said at once; gates on ratings need the store's calibrations. */
export async function requestRun(
  flags: RunFlags,
  workingFolder: string,
  own: Pick<Extensions, 'kinds' | 'metrics'>,
): Promise<RunRequest> {
  const inputs = await readRunInputs(flags, workingFolder, own.kinds)
  const request = await resolved(inputs, own.metrics)
  if (flags.failed === undefined) return request
  const { requestFailed } = await import('./failed-cases.ts')
  return requestFailed(request, flags)
}

async function resolved(inputs: RunInputs, own: readonly MetricRecord[]): Promise<RunRequest> {
  if ([...inputs.flags.gate, ...ownGates(inputs.config.value)].length === 0) return resolveRun(inputs)
  // Loaded only here: a run without gates need not wait for every metric and rule.
  const { gateChecker } = await import('./read-gates.ts')
  return resolveRun(inputs, gateChecker({ mayGate: await mayGateOf(inputs), own }))
}

const NEVER: MayGate = () => false

/** Calibrations are in the store. If it does not exist or cannot be opened, there are none. */
async function mayGateOf({ flags, config, workingFolder }: RunInputs): Promise<MayGate> {
  const { judges, store } = config.value
  const place = storePlace(flags.store ?? store ?? DEFAULT_STORE, workingFolder)
  const opened = await openStore(place, 'if-there')
  if (opened === null) return NEVER
  const { mayGateBefore } = await import('./judge-run.ts')
  try {
    return await mayGateBefore(opened, flags.judge.length > 0 ? flags.judge : (judges ?? ['lexical']))
  } finally {
    await opened.close()
  }
}
