import { z } from 'zod'
import { TellAct } from './acts.ts'

/**
 * A pack's words (lexicon.yaml): for every intent, field, topic and tool how people say it, per language. Customers
 * phrase and interpret with it, readers understand with it; src/ holds no pack's words.
 * Placeholders in braces name fields, arguments or record columns: "Shall I send a new one to {address}?"
 */
const words = z.record(z.string().regex(/^[a-z]{2,3}$/), z.array(z.string().min(1)).min(1))

/** one line, in plain words, by someone who works there: what the thing is, for readers that know nothing else of it */
const gloss = z.string().min(1).max(300).optional()

const intentWords = z.strictObject({
  /** what the thing is called in a sentence: "a damaged item" */
  name: z.string(),
  /** how customers open with it */
  utterances: words,
})
const fieldWords = z.strictObject({
  name: z.string(),
  gloss,
  /** how an agent asks for it; also what the customer listens for */
  asks: words,
  /** word stems that, in a question, mean this field: "order number", "order #" */
  cues: words,
  /** how a customer gives it: "it's {value}" */
  answers: words,
  /** how single values are said: enum values and true/false -> phrases */
  values: z.record(z.string(), words).optional(),
  /** how a customer says they will not / cannot */
  refused: words.optional(),
  unavailable: words.optional(),
})
const topicWords = z.strictObject({
  gloss,
  /** how an agent says it (tell acts): "I'm sorry, without a photo we cannot replace it." */
  says: words,
  /** stems by which it is recognised */
  cues: words,
  /** what saying it does; filled from the graph's tell steps when the pack is loaded */
  act: TellAct.optional(),
})
const toolWords = z.strictObject({
  /** "replacement": what it is called in a sentence */
  name: z.string(),
  /** the tool's description serves where there is none */
  gloss,
  /** how an agent proposes it, with its arguments in braces */
  proposes: words.optional(),
  /** how an agent says that it is done */
  claims: words.optional(),
  /** why a customer says no to what the desk has on file for it, after "No, ": "I have moved, it should not go there any more" */
  refused: words.optional(),
  cues: words,
})

/** What customers of a desk can speak of: lines of tactics that presuppose it are said only there. */
export const SETTINGS = ['goods', 'delivery', 'payment', 'shop'] as const

export const Lexicon = z.strictObject({
  setting: z.array(z.enum(SETTINGS)).default([]),
  intents: z.record(z.string(), intentWords),
  fields: z.record(z.string(), fieldWords),
  topics: z.record(z.string(), topicWords),
  tools: z.record(z.string(), toolWords),
})
export type Lexicon = z.infer<typeof Lexicon>
