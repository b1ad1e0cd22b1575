import { memo } from '../../base/memo.ts'
import type { Outcome } from '../../cases/case.ts'
import { openedByYes } from './opened-by-yes.ts'
import { acceptableFor, isWrite } from './outcome.ts'
import type { Seen } from './seen.ts'
import { type Write, writesOf } from './writes.ts'

/** Unwanted writes that no forbid names: those have a verdict of their own, and one deed is one fault. */
export const collateralWrites = (seen: Seen): readonly Write[] =>
  unwantedWrites(seen).filter(({ class: judged }) => judged !== 'forbidden')

/**
 * Successful writes that were not due when made and that the acceptable outcome nearest to what happened does not ask
 * for. A write that was due is never unwanted (A5), whatever became of the request afterwards.
 */
export const unwantedWrites = memo((seen: Seen): readonly Write[] => {
  const opened = openedByYes(seen)
  const made = writesOf(seen).filter(({ call, n }) => call.ok && !opened.has(n))
  return seen.requests
    .flatMap(({ id }) => {
      const own = made.filter(({ request }) => request === id)
      return least(
        (acceptableFor(seen.case, id) ?? []).map((wanted) => leftOver(own, wanted)),
        own,
      )
    })
    .concat(made.filter(({ request }) => request === null))
    .filter(({ class: judged }) => judged !== 'due')
})

const least = (choices: readonly (readonly Write[])[], otherwise: readonly Write[]): readonly Write[] =>
  choices.reduce((best, choice) => (choice.length < best.length ? choice : best), otherwise)

/** Due writes take their place in the outcome first; of the rest, each wanted write excuses one. */
function leftOver(writes: readonly Write[], { writes: wanted }: Outcome): readonly Write[] {
  const left = [...wanted]
  const take = (write: Write): boolean => {
    const at = left.findIndex((each) => isWrite(write.call, each))
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  }
  const due = writes.filter((write) => write.class === 'due')
  for (const write of due) take(write)
  return writes.filter((write) => write.class !== 'due' && (write.class === 'forbidden' || !take(write)))
}
