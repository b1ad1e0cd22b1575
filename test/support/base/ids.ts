import type { CaseId, ClauseId, RunId, StepId, TrialId } from '../../../src/base/values/ids.ts'

/** For tests only: ids as a picture writes them, of steps that need not exist. */
export const aStep = (id: string): StepId => id as StepId
export const aClause = (id: string): ClauseId => id as ClauseId
export const aCase = (id: string): CaseId => id as CaseId
export const aRunId = (id: string): RunId => id as RunId
export const aTrialId = (id: string): TrialId => id as TrialId
