import type { Reading } from '../../base/values/reading.ts'
import type { HeardMessage } from '../../conversation/customer/customer.ts'
import type { Transcript } from '../../transcript/event.ts'

/** For each customer message, in order: the agent's messages since the one before it, as they were read. */
export function heardBefore(events: Transcript): readonly (readonly HeardMessage[])[] {
  const readings = new Map<number, Reading>()
  for (const event of events) if (event.type === 'message.read') readings.set(event.of, event.reading)
  const heard: HeardMessage[][] = [[]]
  for (const event of events) {
    if (event.type !== 'message.sent') continue
    if (event.from === 'customer') heard.push([])
    else {
      const reading = readings.get(event.n) ?? { language: 'en', sentences: [] }
      heard.at(-1)?.push({ n: event.n, text: event.text, reading })
    }
  }
  return heard
}
