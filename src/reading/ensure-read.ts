import type { DeskLists } from '../base/values/desk-lists.ts'
import { READING_FORMAT, type Reading } from '../base/values/reading.ts'
import type { Transcript, TranscriptEvent } from '../transcript/event.ts'
import { noteWithTraits, withTraits } from './traits.ts'
import { lexicalReader } from './trial-reader.ts'
import { LEXICAL } from './versions.ts'

/**
 * The one stage before scoring (DESIGN.md E14): the transcript with a reading for every agent message and every note of a
 * handover. A message without one is read now by the embedded reader; a reading of an older format is completed, and stays
 * what it was: whoever read then, a model or an older build, is not asked again. What is added stands after the ending, so
 * that no event gets another number; a transcript that lacks nothing is given back as it is.
 */
export function ensureRead(events: Transcript, lists: DeskLists): Transcript {
  const known = new Map<number, { readonly by: string; readonly reading: Reading }>()
  for (const event of events)
    if (event.type === 'message.read') known.set(event.of, { by: event.by, reading: event.reading })
  const isWhole = (event: TranscriptEvent): boolean =>
    textIn(event) === null || known.get(event.n)?.reading.format === READING_FORMAT
  if (events.every(isWhole)) return events
  const added: TranscriptEvent[] = []
  let n = Math.max(...events.map((event) => event.n))
  const reader = lexicalReader(lists)
  for (const event of events) {
    reader.feed(event)
    const text = textIn(event)
    if (text === null || isWhole(event)) continue
    const { by, reading } = known.get(event.n) ?? { by: LEXICAL, reading: reader.read(event.n) }
    const complete = event.type === 'handover.made' ? noteWithTraits : withTraits
    n += 1
    added.push({ n, type: 'message.read', of: event.n, by, reading: complete(reading, text) })
  }
  return [...events, ...added]
}

/** What the agent wrote in this event: to the customer, or to a colleague. */
const textIn = (event: TranscriptEvent): string | null =>
  event.type === 'message.sent' && event.from === 'agent'
    ? event.text
    : event.type === 'handover.made'
      ? event.note
      : null
