import { assert } from '../../base/assert.ts'
import type { CustomerAct, CustomerMove } from '../../base/values/acts.ts'
import type { Scalar } from '../../base/values/value.ts'
import type { Adopted } from '../../cases/adopted.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { handoverIn } from '../../conversation/desk/open-desk.ts'
import type { Answered, Recorded } from '../../conversation/talk/replay.ts'
import { toldAnswers } from '../../conversation/talk/told-answers.ts'
import { isSaidIn } from '../../recordings/adopted/draft-card.ts'
import { readRecording } from '../../recordings/read-recording.ts'
import type { NewEvent, Transcript, TranscriptEvent, TrialStarted } from '../../transcript/event.ts'
import { numberEvents } from '../../transcript/write-transcript.ts'

/** How an adopted conversation began: what was said and called before the agent under test takes over, as a record to replay. */
export function adoptedStart(
  pack: Pack,
  theCase: Case & { readonly adopted: Adopted },
  started: Omit<TrialStarted, 'n'>,
): Recorded {
  const { adopted } = theCase
  const bare = numberEvents([started, openedBy(pack, adopted), ...adopted.history.flatMap(entryEvents(pack))])
  const events = withActs(withOwnCallIds(readRecording(bare, pack.lists)), theCase)
  return { answers: answersIn(events), events }
}

/** The desk and the resolution: what the verdicts on this conversation rest on. */
const openedBy = ({ world }: Pack, { format, source, acceptable }: Adopted): NewEvent => ({
  type: 'recording.opened',
  format,
  source,
  desk: [...world.tools.values()].map(({ name, role }) => ({ tool: name, role })),
  task: {
    calls: acceptable.writes.map(({ tool, input }) => ({ tool, input })),
    says: [],
    // Where nothing was done, what was said decides: a deed would be wrong, and more is not known.
    kind: acceptable.writes.length === 0 && !acceptable.handover ? 'wrong' : 'all',
    handover: acceptable.handover,
  },
})

const UNREAD: CustomerAct = { moves: [], tone: 'calm', language: 'en' }

const entryEvents =
  ({ world }: Pack) =>
  (entry: Adopted['history'][number], at: number): readonly NewEvent[] => {
    if ('customer' in entry)
      return [{ type: 'message.sent', from: 'customer', text: entry.customer, act: UNREAD }]
    if ('agent' in entry) return [{ type: 'message.sent', from: 'agent', text: entry.agent }]
    const { tool, input, ok, output } = entry
    const call = `h${at}`
    const role = ok ? world.tools.get(tool)?.role : undefined
    return [
      { type: 'tool.called', call, tool, input },
      { type: 'tool.returned', call, ok, output },
      ...(role === 'handover' ? [{ type: 'handover.made' as const, call, ...handoverIn(input) }] : []),
      ...(role === 'close' ? [{ type: 'ticket.closed' as const, call }] : []),
    ]
  }

/** A conversation calls its calls by the number of their event. */
function withOwnCallIds(events: Transcript): Transcript {
  const ids = new Map(
    events.flatMap((event) => (event.type === 'tool.called' ? [[event.call, `c${event.n}`] as const] : [])),
  )
  return events.map((event) =>
    'call' in event && event.call !== undefined
      ? { ...event, call: ids.get(event.call) ?? event.call }
      : event,
  )
}

/** What the customer's messages told of the card: the simulated customer goes on from there. */
function withActs(events: Transcript, { card }: Case): Transcript {
  const [request] = card.requests
  assert(request !== undefined, 'a card has a request')
  const told = new Map<string, Scalar>()
  let isOpen = false
  return events.map((event): TranscriptEvent => {
    if (event.type !== 'message.sent' || event.from !== 'customer') return event
    const moves: CustomerMove[] = isOpen ? [] : [{ do: 'open', request: 'r1', intent: request.intent }]
    isOpen = true
    for (const [field, value] of Object.entries(request.knows))
      if (!told.has(field) && isSaidIn(event.text, value)) {
        told.set(field, value)
        moves.push({ do: 'tell', request: 'r1', field, value })
      }
    return { ...event, act: { ...event.act, moves: [...moves, ...event.act.moves] } }
  })
}

/** Two messages of the customer in a row: the agent said nothing between them. Cut within its turn, the agent is asked again. */
function answersIn(events: Transcript): readonly Answered[] {
  const told = toldAnswers(events).map(({ answer }) => answer)
  const answers = told.flatMap((answer, at) =>
    answer.by === 'customer' && told[at - 1]?.by === 'customer' ? [SILENCE, answer] : [answer],
  )
  const last = answers.at(-1)
  return last?.by === 'agent'
    ? [...answers.slice(0, -1), { ...last, move: { ...last.move, again: true } }]
    : answers
}

const SILENCE: Answered = { by: 'agent', move: { messages: [], calls: [] }, aside: 0, stateless: false }
