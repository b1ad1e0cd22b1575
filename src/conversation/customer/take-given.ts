import type { CustomerAct, CustomerMove } from '../../base/values/acts.ts'
import type { Mind, RequestMind } from './mind.ts'

/**
 * The mind after a turn that it did not decide itself: what was said stands. In: the mind before, the mind as it would have
 * gone on, and what was said instead. Customers of adopted conversations are real people, who decide otherwise.
 */
export function takeGiven(
  before: Mind,
  planned: { readonly act: CustomerAct; readonly next: Mind },
  act: CustomerAct,
): Mind {
  if (JSON.stringify(planned.act.moves) === JSON.stringify(act.moves)) return planned.next
  const told = act.moves.flatMap((move) => (move.do === 'tell' || move.do === 'lack' ? [move.field] : []))
  return {
    ...planned.next,
    // A no that was heard was heard, whatever was said to it.
    requests: before.requests.map((request, at) => {
      const { declines, vagueDeclines } = planned.next.requests[at] ?? request
      return act.moves.reduce(takeMove, { ...request, declines, vagueDeclines })
    }),
    agreed: before.agreed || act.moves.some((move) => move.do === 'agree'),
    refused: before.refused || act.moves.some((move) => move.do === 'refuse'),
    left: act.moves.find((move) => move.do === 'leave')?.because ?? null,
    owed: planned.next.owed.filter((field) => !told.includes(field)),
    owedAnswers: [],
    pressed: act.moves.some((move) => move.do === 'push'),
    lastTold: told,
    puzzled: 0,
    dismissed: before.dismissed,
    corrected: before.corrected,
  }
}

function takeMove(request: RequestMind, move: CustomerMove): RequestMind {
  if (!('request' in move) || move.request !== request.id) return request
  switch (move.do) {
    case 'open':
      return { ...request, stage: 'open' }
    case 'tell':
      return answered(request, move.field, move.value)
    case 'lack':
      return answered(request, move.field, { lack: move.lack })
    case 'withdraw':
      return { ...request, stage: 'withdrawn' }
    default:
      return request
  }
}

const answered = (request: RequestMind, field: string, value: RequestMind['said'][string]): RequestMind => ({
  ...request,
  said: { ...request.said, [field]: value },
  answered: { ...request.answered, [field]: (request.answered[field] ?? 0) + 1 },
})
