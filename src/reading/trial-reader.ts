import { memo, memoText } from '../base/memo.ts'
import type { DeskLists } from '../base/values/desk-lists.ts'
import type { Json } from '../base/values/json.ts'
import type { Reading } from '../base/values/reading.ts'
import type { TranscriptEvent } from '../transcript/event.ts'
import { readMessage } from './lexical/read-message.ts'
import { readOwnWords } from './own-words.ts'
import { withTraits } from './traits.ts'
import { LEXICAL } from './versions.ts'

/**
 * Reads the agent's messages of one conversation. In: every event, in order. Out: one reading for each agent message.
 * It is given the closed lists and what was said or shown before the message, never the graph, the case or the card (E2).
 */
export type TrialReader = {
  /** `lexical`, or the model that reads */
  readonly id: string
  readonly feed: (event: TranscriptEvent) => void
  /** the reading of message or note `n`, which was fed before */
  readonly read: (n: number) => Reading | Promise<Reading>
}

/** What the customer said and what tools showed before each agent message. */
export type SeenBefore = { readonly text: string; readonly seen: readonly Json[] }

export function createSeenBefore(): {
  readonly feed: (event: TranscriptEvent) => void
  readonly before: (n: number) => SeenBefore
} {
  const seen: Json[] = []
  const messages = new Map<number, { readonly text: string; readonly count: number }>()
  return {
    feed: (event) => {
      if (event.type === 'tool.called') seen.push(event.input)
      if (event.type === 'tool.returned') seen.push(event.output)
      if (event.type === 'handover.made') messages.set(event.n, { text: event.note, count: seen.length })
      if (event.type !== 'message.sent') return
      if (event.from === 'customer') seen.push(event.text)
      else messages.set(event.n, { text: event.text, count: seen.length })
    },
    before: (n) => {
      const message = messages.get(n)
      return message === undefined
        ? { text: '', seen: [] }
        : { text: message.text, seen: seen.slice(0, message.count) }
    },
  }
}

export function lexicalReader(
  lists: DeskLists,
): Omit<TrialReader, 'read'> & { readonly read: (n: number) => Reading } {
  const { feed, before } = createSeenBefore()
  return {
    id: LEXICAL,
    feed,
    read: (n) => {
      const { text, seen } = before(n)
      const reading = readStart(text, (start) =>
        withOwnWords(lists)(readMessage(start, lists, { seen }))(start),
      )
      return withTraits(reading, text)
    },
  }
}

/** A reading of the same words is the same object, which has been searched for the desk's own sentences before. */
const withOwnWords = memo((lists: DeskLists) =>
  memo((reading: Reading) => memoText((text) => readOwnWords(text, lists, reading), 1)),
)

/** No agent writes so much to a customer; a reader must not take minutes over one that does. */
const READ_CHARACTERS_MAX = 10_000

/** Reads the start of a message; the rest of one that is too long is unread. */
function readStart(text: string, read: (start: string) => Reading): Reading {
  if (text.length <= READ_CHARACTERS_MAX) return read(text)
  const { language, sentences } = read(text.slice(0, READ_CHARACTERS_MAX))
  const rest = { from: READ_CHARACTERS_MAX, to: text.length, form: 'plain' as const, unread: true, acts: [] }
  return { language, sentences: [...sentences, rest] }
}
