import type { Judge, NotRated } from './judge.ts'
import { unheard } from './model-judge.ts'

/** For how many trials in a row a judge gave nothing. One for a judge and a run, however many trials are rated at once. */
export type Silence = { inARow: number }

/**
 * A judge that gave nothing for so many trials in a row is not asked about the next. One that is down would make each of
 * them wait for all the tries of a call that will fail, hours in a long run; one that answers in prose would be paid for
 * nothing.
 */
const SILENT_TRIALS_MAX = 3

export function givingUp(judge: Judge, silence: Silence): Judge {
  return {
    ...judge,
    rate: async (shown, about) => {
      if (silence.inARow >= SILENT_TRIALS_MAX) return unheard(shown)
      const judged = await judge.rate(shown, about)
      if (judged.ratings.length > 0) silence.inARow = 0
      else if (judged.notRated.some(({ because }) => GAVE_NOTHING.has(because))) silence.inARow += 1
      return judged
    },
  }
}

const GAVE_NOTHING: ReadonlySet<NotRated> = new Set(['judge-silent', 'judge-off-format'])
