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

export const ReadAct = z.strictObject({
  kind: ActKind,
  place: ActPlace.nullable(),
  polarity: Polarity,
  /** two ways of reading agree; an act that is not sure is a candidate, never a verdict (E4) */
  sure: z.boolean(),
  /** values that stand in the words of this act, as written */
  values: z.array(z.string()),
  ...span,
})
export type ReadAct = z.infer<typeof ReadAct>

/** What a sentence shows by its form alone, whatever it says: decides what it cannot be (E4). */
export const SentenceForm = z.enum(['question', 'plan', 'condition', 'denial', 'state', 'courtesy', 'plain'])
export type SentenceForm = z.infer<typeof SentenceForm>

export const ReadSentence = z.strictObject({
  ...span,
  form: SentenceForm,
  /** has content to which no act could be given */
  unread: z.boolean(),
  acts: z.array(ReadAct),
})
export type ReadSentence = z.infer<typeof ReadSentence>

export const Reading = z.strictObject({ language: z.string(), sentences: z.array(ReadSentence) })
export type Reading = z.infer<typeof Reading>

export function actsOf({ sentences }: Reading): readonly ReadAct[] {
  const acts: ReadAct[] = []
  for (const sentence of sentences) for (const act of sentence.acts) acts.push(act)
  return acts
}

const ASKING: ReadonlySet<ActKind> = new Set(['request', 'check-fact', 'request-proof', 'propose'])

/** The customer is owed an answer: something is asked or proposed, or a question stands there that nobody could read. */
export const asks = ({ sentences }: Reading): boolean =>
  sentences.some(
    ({ form, acts }) =>
      acts.some(({ kind, sure }) => ASKING.has(kind) && (sure || form === 'question')) ||
      (form === 'question' && acts.every(({ kind }) => kind !== 'anything-else')),
  )
