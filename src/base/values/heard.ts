/**
 * The waist (DESIGN.md E14): what one agent message did, as customers and rules may ask it. In: a reading. Out: answers. No
 * member of it holds words of the message: whoever stands behind it cannot look into the text again.
 */
export type Is = 'yes' | 'maybe' | 'no'

/** A place in the message: which sentence, from where to where. For evidence, never for reading. */
export type ClauseAt = { readonly sentence: number; readonly from: number; readonly to: number }

export type Answer = {
  readonly is: Is
  /** the greatest chance among the places; 0 for `no` */
  readonly chance: number
  readonly where: readonly ClauseAt[]
  /** what was meant, the likeliest first: fields, tools or topics of the desk; empty where nobody could place it */
  readonly names: readonly string[]
}

/** A value that stands in the words, in one spelling, and as it was said: what the one figures module found. */
export type StatedValue = {
  readonly kind: StatedKind
  readonly value: string
  readonly said: string
}
export type StatedKind =
  | 'link'
  | 'identifier'
  | 'date'
  | 'amount'
  | 'percent'
  | 'duration'
  /** a number of something that is no money and no time: kilograms, gigabytes */
  | 'quantity'
  /** a time of day */
  | 'clock'

export type Heard = {
  /** asks the customer for a fact (this field, or any) */
  readonly asks: (field?: string) => Answer
  /** asks whether a fact is right: wants a yes that is no consent */
  readonly checks: (field?: string) => Answer
  /** asks for consent to a deed */
  readonly proposes: (tool?: string) => Answer
  /** says no to what the customer wants */
  readonly declines: (topic?: string) => Answer
  /** tells a deed, or a handover, as done */
  readonly claims: (tool?: string) => Answer
  readonly tells: (topic?: string) => Answer
  /** says what will come; without a topic also "one moment, please" */
  readonly promises: (topic?: string) => Answer
  /** takes the matter as settled: a goodbye, "anything else?" */
  readonly closes: () => Answer
  /** sentences with content that nobody could place (E4) */
  readonly open: () => readonly ClauseAt[]
  readonly language: () => string
  /** does this wording or value stand there, by its letters and digits? */
  readonly holds: (literal: string) => boolean
  readonly values: () => readonly StatedValue[]
}
