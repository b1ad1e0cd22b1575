import { flatMap } from '../../base/flat-map.ts'
import type { CustomerMove } from '../../base/values/acts.ts'
import { asks } from '../../base/values/reading.ts'
import { perTrial } from './per-trial.ts'
import type { AgentMessage, Seen } from './seen.ts'

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
  const after = messages.filter(({ n, reading }) => n > goodbye.n && asks(reading))
  if (last === undefined || after.length === 0) return false
  const askedFor = (each: readonly AgentMessage[]): readonly string[] =>
    flatMap(each, ({ acts }) =>
      flatMap(acts, ({ act }) => ('field' in act && act.field !== undefined ? [act.field] : [])),
    )
  const before = askedFor(messages.filter(({ n }) => n < goodbye.n))
  return asks(last.reading) || askedFor(after).some((field) => before.includes(field) && !isTold(seen, field))
})

/** A question that was asked before the goodbye, never answered, and asked again after it. */
const isTold = ({ heard }: Seen, field: string): boolean =>
  heard.some(({ act }) =>
    act.moves.some((move) => (move.do === 'tell' || move.do === 'lack') && move.field === field),
  )

/** Whoever runs out of patience has understood only too well. */
const leavesContent = (move: CustomerMove): boolean =>
  move.do === 'leave' && (move.because === 'satisfied' || move.because === 'declined')
