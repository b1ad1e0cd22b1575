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

/** What kind of thing a question wants, or a value is: "which number?" wants a code, "when?" a day. */
export type ValueKind = 'mail' | 'day' | 'code' | 'amount' | 'words' | 'choice'

/** What the form of a question shows, whatever it is about. */
export type QuestionTrait =
  /** has a question mark */
  | 'mark'
  /** asks for something to be said or sent / for what was spoken of last */
  | 'say'
  | 'send-it'
  /** for another one, or once more */
  | 'again'
  /** whether something is as the desk has it */
  | 'right'
  /** which of the ways left / this or that */
  | 'ways'
  | 'or'
  /** what, which, who: a yes would be no answer / how, why, what and the like anywhere / how something is / why */
  | 'what'
  | 'open'
  | 'how'
  | 'why'
  /** calls for a yes to a deed / asks whether that is all right, with nothing to go ahead with */
  | 'consent'
  | 'accept'
  /** a reader named the first of the fields, without being certain; a proposal in words that ask for no yes */
  | 'guessed'
  /** nothing of a field's own words stands in it */
  | 'doubtful'
  /** a proof is wanted */
  | 'proof'
  /** a few words beside something else */
  | 'scrap'

/** One question of a message: the customer owes it an answer. */
export type Question = {
  readonly wants: 'fact' | 'check' | 'consent' | 'anything'
  /** what it asks for or could, the likeliest first */
  readonly fields: readonly string[]
  /** the deed a yes would be for, then others that the message names; empty where nobody could tell */
  readonly tools: readonly string[]
  /** fields that the words around it name */
  readonly near: readonly string[]
  readonly traits: ReadonlySet<QuestionTrait>
  readonly kind: ValueKind | null
  /** this literal stands in it */
  readonly holds: (literal: string) => boolean
}

/** What the form of a message shows. */
export type MessageTrait =
  /** asks, by its reading / and has the mark of a question */
  | 'seems-to-ask'
  | 'asks-plainly'
  /** asks for a moment / for something to be sent */
  | 'waits'
  | 'sends'
  /** words of somebody who cannot or will not */
  | 'sounds-no'
  /** speaks of a day, or of how long something is */
  | 'time'
  /** a price, a repair, credit in place of money */
  | 'costs'
  | 'repair'
  | 'credit'
  /** says that a colleague has it */
  | 'hands-over'
  /** "anything else?": takes it as settled by asking */
  | 'asks-for-more'
  /** tells something, whether or not anybody knows what */
  | 'tells'

/** What was declined, claimed or told, by name; those in `sure` for certain. */
export type Told = { readonly is: Is; readonly names: readonly string[]; readonly sure: readonly string[] }

/** What somebody who has to answer may ask of a message. */
export type HeardByCustomer = {
  readonly declines: () => Told
  readonly claims: () => Told
  readonly tells: () => Told
  readonly promises: () => boolean
  readonly closes: () => boolean
  readonly questions: () => readonly Question[]
  /** fields called by name in words that nobody could read for certain */
  readonly mentions: () => readonly string[]
  readonly shows: (trait: MessageTrait) => boolean
  /** this literal stands in it, letters and digits compared */
  readonly holds: (literal: string) => boolean
  /** literals that are written like this one and are another: "KT-1074" for "KT-1047" */
  readonly unlike: (literal: string) => readonly string[]
}
