import { namesIn } from '../tie/condition.ts'
import type { BoundStatement } from './bound.ts'
import { touches } from './flow-shape.ts'

type If = BoundStatement & { is: 'if' }

/**
 * "Say where it was seen last. If that is more than 7 days ago, open a search and say that ...": the second is said instead
 * of the first, also where the first stands under a condition and the second reads what was looked up there.
 */
export function toldInstead(list: readonly BoundStatement[]): readonly BoundStatement[] {
  const done: BoundStatement[] = []
  for (const one of list) {
    const last = done.at(-1)
    const hasActed = done.some((each) => each.is === 'deed' && each.deed.does === 'act')
    if (last === undefined || hasActed || !isFurther(one) || last.paragraph !== one.paragraph) done.push(one)
    else if (isAnswer(last)) done[done.length - 1] = { ...one, otherwise: [last] }
    else if (last.is === 'if' && looksUp(last, one)) done[done.length - 1] = inside(last, one)
    else done.push(one)
  }
  return done
}

const isAnswer = (statement: BoundStatement | undefined): boolean =>
  statement?.is === 'deed' && statement.deed.does === 'tell' && statement.deed.act === 'inform'

/** Does something more, and says so; not "as well". */
function isFurther(statement: BoundStatement): statement is If {
  if (statement.is !== 'if' || !('bound' in statement.on) || statement.otherwise !== null) return false
  if (statement.permits === true || statement.instead === true) return false
  const deeds = touches(statement.then).filter(({ does }) => does !== 'nothing')
  const [act, told] = deeds
  const isTold = told?.does === 'tell' && told.act === 'inform'
  return (
    deeds.length === 2 && act?.does === 'act' && isTold && !/\b(?:as well|also|too)\b/i.test(statement.text)
  )
}

/** The condition reads a row that only this branch looks up, and the branch ends with an answer. */
function looksUp(branch: If, { on }: If): boolean {
  if (branch.otherwise !== null || !isAnswer(branch.then.at(-1)) || !('bound' in on)) return false
  const rows = touches(branch.then).flatMap((deed) => (deed.does === 'check' ? [deed.record] : []))
  const text = namesIn(on.bound).join(' ')
  return rows.length > 0 && (rows.some((row) => text.includes(`records.${row}.`)) || /\bderived\./.test(text))
}

const inside = (branch: If, further: If): If => {
  const told = branch.then.at(-1)
  return {
    ...branch,
    then: [...branch.then.slice(0, -1), { ...further, otherwise: told === undefined ? null : [told] }],
  }
}
