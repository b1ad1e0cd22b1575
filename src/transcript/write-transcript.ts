import type { NewEvent, Transcript, TranscriptEvent } from './event.ts'

/** One event as its line of the log. Append it; never rewrite a line that stands there. */
export const writeEvent = (event: TranscriptEvent): string => `${JSON.stringify(event)}\n`

/** A whole transcript as JSONL. */
export const writeTranscript = (events: Transcript): string => events.map(writeEvent).join('')

/** Gives events their numbers, from 1, in the order they happened. */
export const numberEvents = (events: readonly NewEvent[]): Transcript =>
  events.map((event, index) => ({ n: index + 1, ...event }))
