import { atOurDesk, type DeskScore, outcomeOfRule } from '../verdicts/model/score.ts'
import { wrongArguments } from '../verdicts/rules/wrong-arguments/rule.ts'
import { actionRight, fieldsIn } from './logic-metrics.ts'
import { mean } from './metric.ts'
import type { TrialFacts } from './trial-facts.ts'

/**
 * The numbers of the SAGE paper under their own names, each the mean over trials. They are there to stand beside published
 * figures. No table shows them unless it is asked for: a blend hides which half of it failed.
 */

/** C: fields reported right, of the fields that mattered. */
const classification = ({ score }: TrialFacts): number | null => {
  const { right, of } = fieldsIn(score)
  return of === 0 ? null : right / of
}

/** P: 1 for the exact path, else the common prefix over the longer of the two paths. */
const path = ({ score }: TrialFacts): number | null => {
  const taken = atOurDesk(score)?.path
  if (taken == null) return null
  if (taken.exact) return 1
  // What only unread words may have spoilt is not judged.
  const isOpen = taken.alignment.every(({ move }) => move === 'match' || move === 'not-judged')
  return isOpen ? null : commonPrefix(taken)
}

function commonPrefix({ true_path, taken }: NonNullable<DeskScore['path']>): number {
  const split = true_path.findIndex((step, place) => step !== taken[place])
  const longer = Math.max(true_path.length, taken.length)
  return longer === 0 ? 1 : (split === -1 ? true_path.length : split) / longer
}

/** A: 0.7 for the right action, 0.3 for the right plan: here, arguments that keep the constraints, or none needed. */
const action = ({ score }: TrialFacts): number | null => {
  if (atOurDesk(score) === undefined) return null
  const turns = score.turns.map(actionRight).filter((right) => right !== null)
  const plan = outcomeOfRule(score.verdicts, wrongArguments.id)
  if (turns.length === 0 || plan === 'not-judged') return null
  return 0.7 * (turns.filter(Boolean).length / turns.length) + (plan === 'fail' ? 0 : 0.3)
}

/** The paper's weights of its five ratings of 3, 6 or 9, over 100. Ours lie between 0 and 1, so 0 is a 3 and 1 a 9. */
const WEIGHTS = { language: 2, empathy: 2.5, usefulness: 2.5, satisfaction: 1.5, compliance: 1.5 } as const

/** Q: at most 0.9. */
const dialogue = ({ ratings }: TrialFacts): number | null => {
  let sum = 0
  for (const [name, weight] of Object.entries(WEIGHTS)) {
    const rating = ratings[name]
    if (rating === undefined) return null
    sum += weight * (3 + 6 * rating)
  }
  return sum / 100
}

const logic = (trial: TrialFacts): number | null =>
  blended([
    [0.4, classification(trial)],
    [0.4, path(trial)],
    [0.2, action(trial)],
  ])

/** Null unless every part is known. */
function blended(parts: readonly (readonly [weight: number, value: number | null])[]): number | null {
  let sum = 0
  for (const [weight, value] of parts) {
    if (value === null) return null
    sum += weight * value
  }
  return sum
}

const number = { better: 'higher', unit: 'number' } as const
const rating = { ...number, source: 'rating' } as const

export const sageC = mean({ ...number, name: 'sage_c', words: 'SAGE C: fields' }, classification)
export const sageP = mean({ ...number, name: 'sage_p', words: 'SAGE P: path' }, path)
export const sageA = mean({ ...number, name: 'sage_a', words: 'SAGE A: action' }, action)
export const sageQ = mean({ ...rating, name: 'sage_q', words: 'SAGE Q: dialogue' }, dialogue)
export const sageLogic = mean({ ...number, name: 'sage_logic', words: 'SAGE Logic' }, logic)
export const sageOverall = mean({ ...rating, name: 'sage_overall', words: 'SAGE Overall' }, (trial) =>
  blended([
    [0.8, logic(trial)],
    [0.2, dialogue(trial)],
  ]),
)
