import { memo } from '../../base/memo.ts'
import { asks } from '../../base/values/reading.ts'
import type { Seen, SeenTurn } from './seen.ts'

/** Where the agent took the matter as settled: a close call, or an answer to a thanks or goodbye that asks nothing. */
export type Closing = {
  readonly n: number
  readonly turn: SeenTurn
  readonly by: 'call' | 'words'
  /** a goodbye was read, or a call closed */
  readonly isPlain: boolean
}

export const closingsOf = memo((seen: Seen): readonly Closing[] =>
  seen.turns.flatMap((turn): readonly Closing[] => {
    if (leavesUnserved(turn)) return []
    const close = seen.calls.find((call) => call.turn === turn.index && call.role === 'close' && call.ok)
    if (close !== undefined) return [{ n: close.n, turn, by: 'call', isPlain: true }]
    if (!saysGoodbye(turn) || seen.calls.some((call) => call.turn === turn.index)) return []
    const messages = seen.messages.filter((message) => message.turn === turn.index)
    const last = messages.at(-1)
    if (last === undefined || messages.some(({ heard, acts }) => asks(heard) || acts.some(proposes)))
      return []
    const isPlain = messages.some(({ acts }) => acts.some(({ act }) => act.act === 'sign-off'))
    return [{ n: last.n, turn, by: 'words', isPlain }]
  }),
)

export const saysGoodbye = ({ answers }: SeenTurn): boolean =>
  answers.act.moves.some((move) => move.do === 'thank' || move.do === 'leave')

/** A customer who leaves because of a refusal or because nothing moves is not closed on: the matter is unresolved. */
const leavesUnserved = ({ answers }: SeenTurn): boolean =>
  answers.act.moves.some((move) => move.do === 'leave' && move.because !== 'satisfied')

const proposes = ({ act, counts }: Seen['messages'][number]['acts'][number]): boolean =>
  counts === 'always' && (act.act === 'propose' || act.act === 'request' || act.act === 'request-proof')
