import type { NewEvent, Transcript, TranscriptEvent } from './event.ts'

/** One event as its line of the log. Append it; never rewrite a line that stands there. */
export const writeEvent = (event: TranscriptEvent): string => `${JSON.stringify(event)}\n`

/** A whole transcript as JSONL; `readOwnLog` reads it back. */
export function writeTranscript(events: Transcript): string {
  let log = ''
  for (const event of events) log += writeEvent(event)
  return log
}

/**
 * Events of a log that this very process has just written: nothing in it is checked. What comes from a file or a store is read
 * by `readTranscript`. A line break never stands inside a line, so the log is one list.
 */
export const readOwnLog = (log: string): Transcript => JSON.parse(`[${log.trimEnd().replaceAll('\n', ',')}]`)

/** Gives events their numbers, from 1, in the order they happened. */
export const numberEvents = (events: readonly NewEvent[]): Transcript =>
  events.map((event, index) => ({ n: index + 1, ...event }))
