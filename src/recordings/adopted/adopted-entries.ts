import type { AdoptedEntry } from '../../cases/adopted.ts'
import type { Transcript } from '../../transcript/event.ts'

/** What was said and called in a recorded conversation, each with the number of the event it begins with. */
export type PlacedEntry = { readonly n: number; readonly entry: AdoptedEntry }

export function entriesIn(events: Transcript): readonly PlacedEntry[] {
  const results = new Map(
    events.flatMap((event) => (event.type === 'tool.returned' ? [[event.call, event] as const] : [])),
  )
  return events.flatMap((event): readonly PlacedEntry[] => {
    if (event.type === 'message.sent')
      return [
        { n: event.n, entry: event.from === 'agent' ? { agent: event.text } : { customer: event.text } },
      ]
    if (event.type !== 'tool.called') return []
    const { tool, input, n } = event
    const result = results.get(event.call)
    return [{ n, entry: { tool, input, ok: result?.ok ?? false, output: result?.output ?? null } }]
  })
}

/**
 * The entries before the agent takes over. After a message of the customer or the result of a call the agent is asked next;
 * an answer of the agent is replaced by its own. A string: why there is no such moment.
 */
export function entriesBefore(events: Transcript, at: number): readonly PlacedEntry[] | string {
  const event = events.find(({ n }) => n === at)
  if (event === undefined)
    return `the transcript has no event ${at}: its events are 1 to ${events.at(-1)?.n ?? 0}`
  const replaces =
    event.type === 'message.read'
      ? event.of
      : event.type === 'tool.called' || (event.type === 'message.sent' && event.from === 'agent')
        ? at
        : at + 1
  const before = entriesIn(events).filter(({ n }) => n < replaces)
  return before.some(({ entry }) => 'customer' in entry)
    ? before
    : `the customer has said nothing before event ${at}`
}
