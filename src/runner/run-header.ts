import { z } from 'zod'
import { EXIT, SageError } from '../base/error.ts'
import type { Case, Pack } from '../cases/case.ts'
import type { StoredRun } from '../storage/store.ts'
import { plannedCases } from './load-cases.ts'
import { PlanSize } from './run-settings.ts'

/** What a stored run says of itself, as far as its trials can be judged again from it. */
const RunHeader = z.object({
  request: z.object({ seed: z.int(), selection: z.object({ planned: PlanSize }) }),
  versions: z.object({ packs: z.record(z.string(), z.string()) }),
})
export type RunHeader = z.infer<typeof RunHeader>

export function readRunHeader(run: StoredRun): RunHeader {
  const parsed = RunHeader.safeParse(JSON.parse(run.header))
  if (parsed.success) return parsed.data
  throw new SageError('run-unreadable', `What run ${run.id} says of itself cannot be read.`, {
    hint: 'Another version of SAGE wrote it; use that one.',
    exit: EXIT.machinery,
    cause: parsed.error,
  })
}

/** Every case a run may have played: the pack's own, and those it planned, made again from the same seed. */
export function casesOfRun(pack: Pack, { request }: RunHeader): readonly Case[] {
  const { planned } = request.selection
  return planned === 'none' ? pack.cases : [...pack.cases, ...plannedCases(pack, planned, request.seed)]
}
