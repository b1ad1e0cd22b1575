import type { Problem } from '../../base/files/problem.ts'
import type { Json } from '../../base/values/json.ts'

/**
 * One conversation that another system recorded, in the words of no format. In: what a format's reader found. Out: what a
 * transcript is written from. Nothing in it is a guess: what the file does not say is null.
 */
export type Recording = {
  /** the conversation's own id, or the id of the task it was played for; null: the file gives none */
  readonly id: string | null
  /** which repetition of that task, from 0; null: the file does not say */
  readonly repeat: number | null
  /** the model or person that answered, as the file calls it */
  readonly agent: string | null
  readonly file: string
  /** the first line of its record */
  readonly line: number
  readonly entries: readonly RecordedEntry[]
  readonly ending: RecordedEnding
  /** what the file says should have been done; null: it says nothing */
  readonly task: RecordedTask | null
  /** what others have said of it; no rule ever reads this */
  readonly published: Published | null
  readonly doubts: readonly Problem[]
}

export type RecordedParty = 'agent' | 'customer'

export type RecordedEntry =
  | { readonly is: 'said'; readonly from: RecordedParty; readonly text: string }
  | {
      readonly is: 'called'
      readonly from: RecordedParty
      readonly call: string
      readonly tool: string
      readonly input: Json
    }
  | { readonly is: 'returned'; readonly call: string; readonly ok: boolean; readonly output: Json }
  /** what was neither said to the other party nor called: instructions, private notes, thoughts */
  | {
      readonly is: 'aside'
      readonly from: RecordedParty | 'system' | 'other'
      readonly what: 'instructions' | 'note'
      readonly text: string
    }
  | ({ readonly is: 'used' } & RecordedUsage)

export type RecordedUsage = {
  readonly from: RecordedParty
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
  readonly usd: number | null
}

export type RecordedEnding =
  | { readonly by: 'customer' | 'agent' }
  /** a limit of the other system stopped it */
  | { readonly by: 'limit'; readonly limit: 'turns' | 'tool-calls' | 'seconds' }
  | { readonly by: 'failure'; readonly side: 'agent' | 'machinery'; readonly code: string }
  /** the recording stops here, and the file does not say why */
  | { readonly by: 'unknown' }

/** What should have been done, by the file's own word: calls in any order, and what has to be said. */
export type RecordedTask = {
  readonly calls: readonly { readonly tool: string; readonly input: Json }[]
  readonly says: readonly string[]
  /**
   * how far deeds and words settle whether it is right: wholly; only that it is wrong, since more has to be right than a
   * recording shows; or not at all
   */
  readonly settles: 'all' | 'wrong' | 'nothing'
}

export type Published = { readonly passed: boolean; readonly by: string }
