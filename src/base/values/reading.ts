import { z } from 'zod'

/**
 * What one agent message did, sentence by sentence (DESIGN.md 5b). In: the words of a message, the desk's closed lists and
 * the values said or shown so far. Out: acts with kind, place, values, polarity and span. A reader must not know the
 * graph, what is due, the case or the card: the same message under another graph with the same lists reads the same.
 */
export const ActKind = z.enum([
  /** asks the customer for a fact */
  'request',
  /** asks whether a fact is right: no consent */
  'check-fact',
  /** "anything else?": a question that asks for no field */
  'anything-else',
  'request-proof',
  /** asks for consent to a deed */
  'propose',
  'offer',
  'claim-done',
  'hand-over',
  'promise',
  'inform',
  'explain',
  'decline',
  'comfort',
  'greet',
  'sign-off',
  /** "thank you", "one moment": does nothing a procedure knows */
  'courtesy',
])
export type ActKind = z.infer<typeof ActKind>

/** `negative`: says that it is not so. `conditional`: says what would be so. */
export const Polarity = z.enum(['positive', 'negative', 'conditional'])
export type Polarity = z.infer<typeof Polarity>

/** A name of the desk's closed lists. */
export const ActPlace = z.discriminatedUnion('in', [
  z.strictObject({ in: z.literal('field'), name: z.string() }),
  z.strictObject({ in: z.literal('tool'), name: z.string() }),
  z.strictObject({ in: z.literal('topic'), name: z.string() }),
])
export type ActPlace = z.infer<typeof ActPlace>

const span = { from: z.int().min(0), to: z.int().min(0) }

/** How the words of an act say it. */
export const ActTrait = z.enum([
  /** in the first person, at the head of a clause, by a verb that is not one of looking up: "I've cancelled it" */
  'outright',
  /** "I've handed you over to": no write does that, whatever deed was read in it */
  'hands-talk-over',
])
export type ActTrait = z.infer<typeof ActTrait>

export const ReadAct = z.strictObject({
  kind: ActKind,
  place: ActPlace.nullable(),
  polarity: Polarity,
  /** two ways of reading agree; an act that is not sure is a candidate, never a verdict (E4) */
  sure: z.boolean(),
  /** values that stand in the words of this act, as written */
  values: z.array(z.string()),
  ...span,
  /** none: absent */
  traits: z.array(ActTrait).optional(),
  /** how likely it is what it was taken for; absent where it is sure, or its reader gives none */
  chance: z.number().min(0).max(1).optional(),
})
export type ReadAct = z.infer<typeof ReadAct>

/** What a sentence shows by its form alone, whatever it says: decides what it cannot be (E4). */
export const SentenceForm = z.enum(['question', 'plan', 'condition', 'denial', 'state', 'courtesy', 'plain'])
export type SentenceForm = z.infer<typeof SentenceForm>

/** What the words of a sentence show beside its acts, for whoever answers or judges and never sees them. */
export const Trait = z.enum([
  /** was read as a question or a courtesy, and its words show that it need not be one */
  'may-tell',
  'may-comfort',
  'goodbye',
  /** has a word by which something could be refused */
  'may-refuse',
  'denies',
  /** "shall I", "do you want me to" */
  'asks-leave',
  /** "may I take it that ...": a yes to it is a fact */
  'asks-fact',
  /** words of completion that name no deed: "I've taken care of it" */
  'completes',
  /** the same of a handover: "I've passed it on" */
  'passes-on',
  /** tells a state of the records: "it is started already" */
  'state',
  /** as it stands now: "it is in the book now" */
  'stands',
  /** who may: "only the owner can have it changed" */
  'who-may',
  /** what somebody will or can do */
  'will',
  /** of a note: says what was found out or done, and what is asked of the colleague */
  'found-out',
  'asks-colleague',
])
export type Trait = z.infer<typeof Trait>

/** A deed that somebody binds themselves to do: what any service desk is asked for. */
export const PromisedDeed = z.enum([
  'refund',
  'discount',
  'voucher',
  'compensation',
  'upgrade',
  'replacement',
  'call-back',
  'e-mail',
  'call-out',
  'faster-delivery',
  'waived-fee',
  'cancellation',
  'extension',
  'exception',
])
export type PromisedDeed = z.infer<typeof PromisedDeed>

export const ReadSentence = z.strictObject({
  ...span,
  form: SentenceForm,
  /** has content to which no act could be given */
  unread: z.boolean(),
  acts: z.array(ReadAct),
  /** none: absent */
  traits: z.array(Trait).optional(),
  /** deeds promised in so many words, whether or not the desk has them; none: absent */
  promised: z.array(PromisedDeed).optional(),
})
export type ReadSentence = z.infer<typeof ReadSentence>

/** Raised when a reading says more than before: an older one is completed before it is scored (reading/ensure-read.ts). */
export const READING_FORMAT = 2

export const Reading = z.strictObject({
  language: z.string(),
  sentences: z.array(ReadSentence),
  /** absent: the first, without traits */
  format: z.literal(READING_FORMAT).optional(),
})
export type Reading = z.infer<typeof Reading>

type Sentences = { readonly sentences: readonly ReadSentence[] }

export function actsOf({ sentences }: Sentences): readonly ReadAct[] {
  const acts: ReadAct[] = []
  for (const sentence of sentences) for (const act of sentence.acts) acts.push(act)
  return acts
}

const ASKING: ReadonlySet<ActKind> = new Set(['request', 'check-fact', 'request-proof', 'propose'])

/** The customer is owed an answer: something is asked or proposed, or a question stands there that nobody could read. */
export const asks = ({ sentences }: Sentences): boolean =>
  sentences.some(
    ({ form, acts }) =>
      acts.some(({ kind, sure }) => ASKING.has(kind) && (sure || form === 'question')) ||
      (form === 'question' && acts.every(({ kind }) => kind !== 'anything-else')),
  )
