import type { Heard } from '../base/values/heard.ts'
import type { ReadSentence } from '../base/values/reading.ts'
import type { Said } from '../text/said/words.ts'
import type { EventOf, TranscriptEvent } from './event.ts'

/** A sentence of a message as it was read; its words answer and are not shown. */
export type HeardSentence = ReadSentence & Said

/**
 * One agent message, or the note of a handover, behind the waist (DESIGN.md E14): what it did, and words that answer. In: its
 * reading and its text. Nobody who holds the result can look into the text.
 */
export type HeardWords = Heard &
  Said & {
    readonly sentences: readonly HeardSentence[]
    /** the words of one act */
    readonly at: (clause: { readonly from: number; readonly to: number }) => Said
  }

/** A transcript without the agent's words: what happened, for whoever must not look into them. */
export type SilentEvent =
  | Exclude<TranscriptEvent, AgentSent | EventOf<'handover.made'>>
  | Omit<AgentSent, 'text'>
  | Omit<EventOf<'handover.made'>, 'note'>
type AgentSent = Extract<EventOf<'message.sent'>, { from: 'agent' }>
