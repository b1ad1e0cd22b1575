import type { Judge } from './judge.ts'
import { unheard } from './model-judge.ts'

/** How many trials in a row a judge has been silent about. One for a judge and a run, however many trials are rated at once. */
export type Silence = { inARow: number }

/**
 * A judge that has been silent about so many trials in a row is not asked about the next: each would wait for all the
 * tries of a call that will fail, and a dead judge would cost a run hours instead of its ratings.
 */
const SILENT_TRIALS_MAX = 3

export function givingUp(judge: Judge, silence: Silence): Judge {
  return {
    ...judge,
    rate: async (shown, about) => {
      if (silence.inARow >= SILENT_TRIALS_MAX) return unheard(shown)
      const judged = await judge.rate(shown, about)
      const wasSilent = judged.ratings.length === 0 && judged.notRated.some(isSilent)
      if (wasSilent) silence.inARow += 1
      else if (judged.ratings.length > 0) silence.inARow = 0
      return judged
    },
  }
}

const isSilent = ({ because }: { readonly because: string }): boolean => because === 'judge-silent'
