import type { Transcript, TranscriptEvent } from '../../../src/transcript/event.ts'

/** The first event of each of two transcripts at which they are no longer the same; null: one has no such event. */
export function firstDifference(
  a: Transcript,
  b: Transcript,
): { readonly a: number | null; readonly b: number | null } | null {
  const [left, right] = [a.filter(isDeed), b.filter(isDeed)]
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [x, y] = [left[at], right[at]]
    if (x === undefined || y === undefined || signature(x) !== signature(y))
      return { a: x?.n ?? null, b: y?.n ?? null }
  }
  return null
}

/** What the parties did; how we understood, counted or reported it is no difference between conversations. */
const isDeed = ({ type }: TranscriptEvent): boolean =>
  type === 'message.sent' || type === 'tool.called' || type === 'handover.made' || type === 'ticket.closed'

function signature(event: TranscriptEvent): string {
  if (event.type === 'message.sent') return `${event.from}: ${event.text}`
  if (event.type === 'tool.called') return `${event.tool} ${JSON.stringify(event.input)}`
  return event.type
}
