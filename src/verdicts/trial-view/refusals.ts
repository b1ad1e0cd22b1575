import { memo } from '../../base/memo.ts'
import { asks } from '../../base/values/reading.ts'
import { outcomeOf } from './outcome.ts'
import type { AgentMessage, CustomerMessage, Seen } from './seen.ts'
import { isRefusal } from './topics.ts'

/** Messages that say no for sure; or that may, and that the customer took for a no or the agent closed on. */
export const refusals = memo((seen: Seen): readonly AgentMessage[] =>
  seen.messages.filter((message) => {
    if (saysNo(message) || leavesDeclined(answerTo(seen, message))) return true
    const mayRefuse = message.heard.sentences.some(({ acts }) =>
      acts.some(
        ({ kind, place }) =>
          kind === 'decline' || (place?.in === 'topic' && isRefusal(seen.pack.graph, place.name)),
      ),
    )
    return mayRefuse && closesWith(seen, message)
  }),
)

/** For sure, or in two places: "there's nothing we can do to stop them, and I can't refund them either". */
function saysNo({ heard }: AgentMessage): boolean {
  let declines = 0
  for (const { acts } of heard.sentences)
    for (const { kind, sure } of acts) {
      if (kind !== 'decline') continue
      declines += 1
      if (sure || declines > 1) return true
    }
  return false
}

const answerTo = ({ heard }: Seen, { n }: AgentMessage): CustomerMessage | undefined =>
  heard.find((answer) => answer.n > n)

const leavesDeclined = (answer: CustomerMessage | undefined): boolean =>
  answer?.act.moves.some((move) => move.do === 'leave' && move.because === 'declined') === true

/** Closed on a message that told nothing of what was due. */
const closesWith = ({ calls, actions }: Seen, { turn, n }: AgentMessage): boolean =>
  calls.some((call) => call.turn === turn && call.role === 'close' && call.ok) &&
  !actions.some((action) => action.n === n && action.class === 'due')

/** A no, after which nothing was asked, proposed or done any more for this request: what comes with another one is that one's. */
function isLastWord({ messages, calls, heard, actions }: Seen, message: AgentMessage, id: string): boolean {
  const next =
    heard.find(({ n, act }) => n > message.n && act.moves.some((move) => move.do === 'open'))?.n ?? Infinity
  return (
    saysNo(message) &&
    messages.every(({ n, heard: words }) => n <= message.n || n > next || !asks(words)) &&
    calls.every(
      ({ n, ok, role }) =>
        n < message.n ||
        !ok ||
        (role !== 'write' && role !== 'handover') ||
        (n > next && actions.some((action) => action.n === n && action.request !== id)),
    )
  )
}

/** Every acceptable outcome does something for the request that was left undone, and the refusal was the end of it. */
export function isDenied(seen: Seen, id: string): boolean {
  const request = seen.requests.find((one) => one.id === id)
  if (request === undefined || request.withdrawn) return false
  const { reached, acceptable, hit } = outcomeOf(seen, request)
  return (
    hit === undefined &&
    acceptable !== undefined &&
    acceptable.length > 0 &&
    reached.handover === null &&
    acceptable.every(
      ({ writes, handover }) =>
        (writes.length > 0 || handover !== null) &&
        reached.writes.length < writes.length + (handover === null ? 0 : 1),
    ) &&
    refusals(seen).some(
      (message) =>
        leavesDeclined(answerTo(seen, message)) || closesWith(seen, message) || isLastWord(seen, message, id),
    )
  )
}
