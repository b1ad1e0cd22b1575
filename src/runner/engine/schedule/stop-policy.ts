import type { RunRequest } from '../../settings/run-request.ts'

/** Whether another trial may begin. All lanes of a run share one policy, so that all stop together. */
export type StopPolicy = {
  readonly mayBegin: () => boolean
  readonly began: () => void
  /** null: it was stopped, or is retried later */
  readonly ended: (how: { readonly usd: number } | null) => void
  readonly faulted: () => void
  /** an error that is not a trial's own, above all of the store: no further trial begins */
  readonly fail: (error: unknown) => void
  /** why the run stopped early; throws the error it failed with */
  readonly stopped: () => StopReason | null
}

export type StopReason = BudgetStop | 'interrupted' | 'faults'

/** After so many machinery faults in a row something is down; continuing would only produce missing data. */
const FAULTS_IN_ROW_MAX = 20

export function createStopPolicy(run: {
  readonly signal: AbortSignal
  readonly budget: RunRequest['budget']
  readonly clock: () => number
  /** trials that cost something and were stored by earlier sessions, and what they cost */
  readonly before: { readonly usd: number; readonly trials: number }
  /** spent by earlier sessions, including on trials that were not finished */
  readonly spentBefore: number
  /** spent in this session so far, including by trials under way */
  readonly usd: () => number
}): StopPolicy {
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
