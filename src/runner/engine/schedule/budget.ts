import type { RunRequest } from '../../settings/run-request.ts'

/** What a run has spent so far. */
export type Spending = {
  /** all of it: by earlier sessions, by finished trials and by those under way */
  readonly usd: number
  /** by the trials that earlier sessions stored */
  readonly before: { readonly usd: number; readonly trials: number }
  /** by trials that ended in this session, and how many those are */
  readonly usdOfFinished: number
  readonly finished: number
  readonly underWay: number
  readonly elapsedMs: number
}

export type BudgetStop = 'budget-usd' | 'budget-minutes'

/**
 * Why no further trial may begin; null: one may. Money is reserved for the trials under way, at the mean cost of those
 * that ended, so that the run stops before the budget is exceeded, not after.
 */
export function budgetStop(budget: RunRequest['budget'], spending: Spending): BudgetStop | null {
  const { usd, before, usdOfFinished, finished, underWay, elapsedMs } = spending
  if (budget.minutes !== null && elapsedMs >= budget.minutes * 60_000) return 'budget-minutes'
  if (budget.usd === null) return null
  const [spentOnEnded, ended] = [before.usd + usdOfFinished, before.trials + finished]
  const each = ended === 0 ? 0 : spentOnEnded / ended
  const committed = Math.max(usd, spentOnEnded + underWay * each)
  return usd >= budget.usd || committed + each > budget.usd ? 'budget-usd' : null
}
