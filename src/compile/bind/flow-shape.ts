import { REFUSED, UNAVAILABLE } from '../../base/values/value.ts'
import type { Bound } from '../tie/condition.ts'
import { alike, contentOf } from '../tie/words.ts'
import type { BoundStatement, Deed } from './bound.ts'

/** Every deed in these statements, in the order of the text. */
export function touches(list: readonly BoundStatement[]): readonly Deed[] {
  return list.flatMap((one): readonly Deed[] => {
    switch (one.is) {
      case 'deed':
        return [one.deed]
      case 'if':
        return [...touches(one.then), ...touches(one.otherwise ?? [])]
      case 'rows':
        return one.rows.flatMap(({ then }) => touches(then))
      default:
        return touches(one.then)
    }
  })
}

/** "After a refund tell them ...": only words, said whenever the tool has been used. Anything more is a stretch of the way. */
export const isHook = (statement: BoundStatement & { is: 'after' | 'before' }): boolean =>
  statement.tool !== null &&
  touches(statement.then).every(
    ({ does }) => does === 'nothing' || (statement.is === 'after' ? does === 'tell' : does === 'confirm'),
  )

export const isComfort = (list: readonly BoundStatement[]): boolean => {
  const deeds = touches(list).filter(({ does }) => does !== 'nothing')
  return deeds.length > 0 && deeds.every((deed) => deed.does === 'tell' && deed.act === 'comfort')
}

/** "Then tell them that it is changed" behind a table: for every row that did something. */
export function tellsAfter(later: readonly BoundStatement[]): readonly BoundStatement[] {
  const end = later.findIndex((one) => one.is !== 'deed' || one.deed.does !== 'tell')
  return end === -1 ? later : later.slice(0, end)
}

/** Does the request end with this branch? */
export function endsHere(
  statement: BoundStatement & { is: 'if' },
  later: readonly BoundStatement[],
): boolean {
  const deeds = touches(statement.then).filter(({ does }) => does !== 'nothing')
  const last = deeds.at(-1)
  if (last === undefined) return false
  if (last.does === 'handover' || last.does === 'end') return true
  if (last.does === 'go') return !last.back
  if (last.does !== 'tell' || last.act === 'comfort' || last.act === 'offer') return false
  if (last.act === 'decline' || last.act === 'explain') return true
  // without what was asked for there is nothing to go on with
  if (last.advises === true) return 'bound' in statement.on && isLack(statement.on.bound)
  const onlyWords = deeds.every(({ does }) => does === 'tell')
  return onlyWords && !later.some((one) => goesOnFrom(statement, one))
}

/** They have not said it, and that is all the condition asks. */
export function isLack(bound: Bound): boolean {
  if ('any' in bound) return bound.any.every(isLack)
  if (!('name' in bound) || !bound.name.startsWith('fields.')) return false
  const values = 'in' in bound ? bound.in : bound.is === '==' ? [bound.value] : []
  return values.length > 0 && values.every((value) => value === REFUSED || value === UNAVAILABLE)
}

/** "Once the card is blocked, offer a new one" takes up "if it is blocked already". */
function goesOnFrom(statement: BoundStatement & { is: 'if' }, later: BoundStatement): boolean {
  if (later.is === 'if' && 'bound' in later.on && 'bound' in statement.on)
    return JSON.stringify(later.on.bound) === JSON.stringify(statement.on.bound)
  if (later.is !== 'after' || isHook(later)) return false
  const own = contentOf(statement.text)
  return contentOf(later.text.split(',')[0] ?? '').some((word) => own.some((other) => alike(word, other)))
}

/** How many of the following statements still belong to a branch that was left open: unconditional ones. */
export function leavesOpen(
  statement: BoundStatement & { is: 'if' },
  later: readonly BoundStatement[],
): number {
  if (statement.permits === true) return permittedBy(later)
  // "If the reason is their own, two things come first." holds for the whole paragraph
  if (touches(statement.then).length === 0) {
    const end = later.findIndex((one) => one.paragraph !== statement.paragraph || one.is === 'rows')
    return end === -1 ? later.length : end
  }
  if (touches(statement.then).some((deed) => deed.does === 'tell' && deed.advises === true)) return 0
  let count = 0
  for (const one of later) {
    if (one.paragraph !== statement.paragraph) break
    if (one.is === 'deed' || (one.is === 'if' && 'answer' in one.on)) count += 1
    else break
  }
  const taken = later.slice(0, count)
  return taken.some((one) => one.is === 'deed') ? count : 0
}

/** What a permission is for: the orders right behind it, if they do something. */
export function permittedBy(later: readonly BoundStatement[]): number {
  const end = later.findIndex((one) => one.is !== 'deed')
  const run = end === -1 ? later : later.slice(0, end)
  return run.some((one) => one.is === 'deed' && one.deed.does === 'act') ? run.length : 0
}

/** "If it is delivered or cancelled, decline": ends the request with words or a handover, and does nothing else. */
export function isGuard(statement: BoundStatement): statement is BoundStatement & { is: 'if' } {
  if (statement.is !== 'if' || !('bound' in statement.on) || statement.otherwise !== null) return false
  if (statement.permits === true || statement.instead === true) return false
  const deeds = touches(statement.then).filter(({ does }) => does !== 'nothing')
  const isEnd = deeds.some(
    (deed) =>
      deed.does === 'handover' ||
      (deed.does === 'tell' && (deed.act === 'decline' || deed.act === 'explain')),
  )
  return isEnd && deeds.every(({ does }) => does === 'tell' || does === 'handover' || does === 'end')
}
