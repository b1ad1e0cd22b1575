import { z } from 'zod'
import type { Case, Pack } from '../../cases/case.ts'
import type { PlanSize } from '../../cases/plan-cases.ts'
import { type PreparedKey, readPrepared } from '../files/prepared.ts'

/** What is made of a pack beside its own cases. */
export type MadeSize = PlanSize | 'wide' | 'disturbed'

export const planKey = (
  hash: string,
  { size, seed }: { readonly size: PlanSize; readonly seed: number },
): PreparedKey => ({ kind: `plan-${size}-${seed}`, hash })

/**
 * Cases that were planned before; undefined: they have yet to be (load-cases.ts). A file of its own, because whoever finds them here
 * need not load the planner and the readers of packs, which takes a thread as long as dozens of trials.
 */
export const preparedCases = (pack: Pack, size: MadeSize, seed: number): readonly Case[] | undefined =>
  size === 'wide' || size === 'disturbed'
    ? undefined
    : readPrepared(planKey(pack.hash, { size, seed }), PlannedCases)

/** Our own writing, under a key of its content and of the build that wrote it: its shape need not be checked again in depth. */
const PlannedCases = z.custom<readonly Case[]>(
  (value) =>
    Array.isArray(value) &&
    value.every((each) => typeof each === 'object' && each !== null && 'card' in each),
)
