import { perTrial } from './per-trial.ts'
import type { Seen, SeenTurn } from './seen.ts'

/** Where the agent took the matter as settled: a close call, or an answer to a thanks or goodbye that asks nothing. */
export type Closing = { readonly n: number; readonly turn: SeenTurn; readonly by: 'call' | 'words' }

export const closingsOf = perTrial((seen): readonly Closing[] =>
  seen.turns.flatMap((turn): readonly Closing[] => {
    const calls = seen.calls.filter((call) => call.turn === turn.index)
    const close = calls.find((call) => call.role === 'close' && call.ok)
    if (close !== undefined) return [{ n: close.n, turn, by: 'call' }]
    if (calls.length > 0 || !saysGoodbye(turn)) return []
    const messages = seen.messages.filter((message) => message.turn === turn.index)
    const last = messages.at(-1)
    if (last === undefined || messages.some(expectsAnswer)) return []
    return [{ n: last.n, turn, by: 'words' }]
  }),
)

/** A customer who leaves because nothing moves was not closed on: the matter is unresolved. */
const saysGoodbye = ({ answers }: SeenTurn): boolean =>
  answers.act.moves.some(
    (move) =>
      move.do === 'thank' ||
      (move.do === 'leave' && move.because !== 'patience' && move.because !== 'unresolved'),
  ) &&
  !answers.act.moves.some(
    (move) => move.do === 'leave' && (move.because === 'patience' || move.because === 'unresolved'),
  )

const expectsAnswer = ({ acts, basis, text }: Seen['messages'][number]): boolean =>
  acts.some(({ act }) => act === 'request' || act === 'propose' || act === 'request-proof') ||
  (basis === 'recognised' && text.includes('?'))
