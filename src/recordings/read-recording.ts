import type { CustomerAct, CustomerMove } from '../base/values/acts.ts'
import type { CustomerReading } from '../base/values/customer-reading.ts'
import type { DeskLists } from '../base/values/desk-lists.ts'
import type { Reading } from '../base/values/reading.ts'
import { readCustomerMessage } from '../reading/lexical/customer/read-customer-message.ts'
import { lexicalReader } from '../reading/trial-reader.ts'
import type { NewEvent, Transcript } from '../transcript/event.ts'
import { numberEvents } from '../transcript/write-transcript.ts'

/**
 * Reads the words of a recording: one reading for each agent message, and what each customer message does. Our own customers
 * say with each message what they mean; of others it can only be read. Fields and requests are of a desk: without one, yes,
 * no, thanks and goodbye are all that is taken.
 */
export function readRecording(events: Transcript, lists: DeskLists): Transcript {
  const reader = lexicalReader(lists)
  const read: NewEvent[] = []
  let last: { readonly n: number; readonly reading: Reading } | null = null
  let isFirst = true
  for (const event of events) {
    reader.feed(event)
    const { n: _, ...bare } = event
    if (event.type !== 'message.sent') read.push(bare as NewEvent)
    else if (event.from === 'agent') {
      read.push(bare as NewEvent)
      const n = read.length
      const reading = reader.read(event.n)
      read.push({ type: 'message.read', of: n, by: reader.id, reading })
      last = { n, reading }
    } else {
      const heard = readCustomerMessage(event.text, lists, isFirst ? null : (last?.reading ?? null))
      read.push({
        type: 'message.sent',
        from: 'customer',
        text: event.text,
        act: actOf(heard, last?.n ?? null),
      })
      isFirst = false
    }
  }
  return numberEvents(read)
}

/** A recording has one request: which of several a word means is known only where a desk tells them apart. */
const REQUEST = 'r1'

function actOf({ language, sentences }: CustomerReading, answers: number | null): CustomerAct {
  const moves = sentences.flatMap(({ acts }) =>
    acts.flatMap(({ kind, field, sure }): readonly CustomerMove[] => {
      if (kind === 'thank') return [{ do: 'thank' }]
      if (kind === 'leave') return sure ? [{ do: 'leave', because: 'unresolved' }] : []
      if (kind === 'press') return [{ do: 'push', request: REQUEST, kind: 'push' }]
      if (answers === null || field !== null || !sure) return []
      if (kind === 'agree') return [{ do: 'agree', request: REQUEST, proposal: answers }]
      return kind === 'refuse' ? [{ do: 'refuse', request: REQUEST, proposal: answers }] : []
    }),
  )
  return { moves, tone: 'calm', language }
}
