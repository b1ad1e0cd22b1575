import type { DeskScore, PathMove, TrialPath } from '../model/score.ts'
import type { Seen } from '../trial-view/seen.ts'

/**
 * The journey of a trial is what its true path does at the desk: look-ups, writes, handovers. It is covered when each of them
 * was called with the arguments it must have, in its turn, and no wrong call was made. Words do not count.
 */
export function journeyOf(seen: Seen, { alignment }: TrialPath): NonNullable<DeskScore['journey']> {
  const called = new Set(seen.calls.map(({ n }) => n))
  const isLeft = alignment.some(
    (move) => !isFine(move) && (isCallStep(seen, move) || called.has(move.n ?? 0)),
  )
  return isLeft ? 'left' : 'covered'
}

const isFine = ({ move }: PathMove): boolean => move === 'match' || move === 'not-judged'

function isCallStep({ pack }: Seen, { step }: PathMove): boolean {
  const kind = step === null ? undefined : pack.graph.steps.get(step)?.kind
  return kind === 'check' || kind === 'act' || kind === 'handover'
}
