import type { CaseResult } from './case-results.ts'

/** One case that an agent failed, as a person reads it at the end of a run. */
export type FailedCase = Pick<CaseResult, 'agent' | 'case' | 'failed' | 'trials'> & {
  readonly trial: string
  readonly intensity: number
  /** what went wrong, in one sentence */
  readonly finding: string
  /** further cases that failed with the same finding at the same sentence */
  readonly alike: number
  /** what the agent said or did there; null: nothing */
  readonly said: string | null
  /** the SOP sentence it left; null: none is cited */
  readonly sentence: { readonly clause: string; readonly text: string } | null
}

/** `of`: cases of those agents, failed or not. */
export type FailedList = {
  readonly shown: readonly FailedCase[]
  readonly total: number
  readonly of: number
}
