import type { RunRequest } from './run-request.ts'

/** What a run has spent so far. */
export type Spending = {
  /** by every trial, those under way included */
  readonly usd: number
  /** by trials that are over, and how many those are */
  readonly usdOfFinished: number
  readonly finished: number
  readonly underWay: number
  readonly elapsedMs: number
}

export type BudgetStop = 'budget-usd' | 'budget-minutes'

/**
 * Why no further trial may begin; null: one may. Money is kept back for the trials under way, each as dear as those before
 * it, so that the run stops before it has spent more than it may, not after.
 */
export function budgetStop(budget: RunRequest['budget'], spending: Spending): BudgetStop | null {
  const { usd, usdOfFinished, finished, underWay, elapsedMs } = spending
  if (budget.minutes !== null && elapsedMs >= budget.minutes * 60_000) return 'budget-minutes'
  if (budget.usd === null) return null
  const each = finished === 0 ? 0 : usdOfFinished / finished
  const expected = Math.max(usd, usdOfFinished + underWay * each) + each
  return usd >= budget.usd || expected > budget.usd ? 'budget-usd' : null
}
