import type { CustomerMove } from '../../base/values/acts.ts'
import { asks } from '../../base/values/reading.ts'
import { perTrial } from './per-trial.ts'

/**
 * Did the conversation end on a misreading that shows (DESIGN.md E8)? The customer left on a message that asks something, the
 * agent went on asking after the goodbye, and nobody heard it.
 */
export const endedMisheard = perTrial((seen): boolean => {
  const { ending, heard, messages } = seen
  if (ending?.kind !== 'customer.left') return false
  const goodbye = heard.findLast(({ act }) => act.moves.some(leavesContent))
  if (goodbye === undefined || heard.some(({ n }) => n > goodbye.n)) return false
  const last = messages.findLast(({ n }) => n < goodbye.n)
  return (
    last !== undefined &&
    asks(last.reading) &&
    messages.some(({ n, reading }) => n > goodbye.n && asks(reading))
  )
})

/** Whoever runs out of patience has understood only too well. */
const leavesContent = (move: CustomerMove): boolean =>
  move.do === 'leave' && (move.because === 'satisfied' || move.because === 'declined')
