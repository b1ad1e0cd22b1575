import { memoText } from '../../base/memo.ts'
import { factsIn } from '../figures/facts.ts'
import { type Asking, askOf, question } from '../question.ts'
import { named } from './literals.ts'
import type { Said } from './words.ts'

/** The same words are the same object: they are asked in many trials. */
export const saidIn = memoText((text): Said => {
  const answers = <Answered>(asked: Asking<Answered>): Answered => askOf(asked)(text)
  return { holds: (literal) => answers(named(literal)), values: () => factsIn(text), answers }
})

const whole = question((text) => text)

/** Several messages as one: what one of them leaves out may stand in another. */
export const together = (all: readonly Said[]): Said => {
  const [only] = all
  return only !== undefined && all.length === 1
    ? only
    : saidIn(all.map(({ answers }) => answers(whole)).join('\n'))
}
