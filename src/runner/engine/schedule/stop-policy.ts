import type { RunRequest } from '../../settings/run-request.ts'
import { type BudgetStop, budgetStop } from './budget.ts'

/** Whether another trial may begin. Every lane and thread of a run asks the same one, so that all stop together. */
export type Pace = {
  readonly mayBegin: () => boolean
  readonly began: () => void
  /** null: it was stopped, or put off */
  readonly ended: (how: { readonly usd: number } | null) => void
  readonly faulted: () => void
  /** something that no trial can be blamed for, the store above all: nothing further begins */
  readonly fail: (error: unknown) => void
  /** why it stopped early; throws what it failed by */
  readonly stopped: () => StopReason | null
}

export type StopReason = BudgetStop | 'interrupted' | 'faults'

/** So many trials in a row that the machinery failed: it is down, and asking on would only make missing data. */
const FAULTS_IN_ROW_MAX = 20

export function openPace(run: {
  readonly signal: AbortSignal
  readonly budget: RunRequest['budget']
  readonly clock: () => number
  /** trials that cost something and were stored before this sitting, and what those cost */
  readonly before: { readonly usd: number; readonly trials: number }
  /** spent before this sitting, also by trials that were not finished */
  readonly spentBefore: number
  /** spent in it so far, by trials under way too */
  readonly usd: () => number
}): Pace {
  const startedAt = run.clock()
  let stop: StopReason | null = null
  let failure: { readonly error: unknown } | null = null
  let [underWay, finished, usdOfFinished, faultsInRow] = [0, 0, 0, 0]

  const whyStop = (): StopReason | null => {
    if (run.signal.aborted) return 'interrupted'
    if (faultsInRow >= FAULTS_IN_ROW_MAX) return 'faults'
    return budgetStop(run.budget, {
      usd: run.spentBefore + run.usd(),
      usdOfFinished,
      before: run.before,
      finished,
      underWay,
      elapsedMs: run.clock() - startedAt,
    })
  }

  return {
    mayBegin: () => {
      stop ??= whyStop()
      return stop === null && failure === null
    },
    began: () => {
      underWay += 1
    },
    ended: (how) => {
      underWay -= 1
      if (how === null) return
      faultsInRow = 0
      finished += 1
      usdOfFinished += how.usd
    },
    faulted: () => {
      faultsInRow += 1
    },
    fail: (error) => {
      failure ??= { error }
    },
    stopped: () => {
      if (failure !== null) throw failure.error
      return stop
    },
  }
}
