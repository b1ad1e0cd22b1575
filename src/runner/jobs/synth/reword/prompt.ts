import { z } from 'zod'
import type { ChatRequest } from '../../../../models/chat-model.ts'

/** A message as it is shown to a model. `n`: its number, if it is to be worded again; null: it stays as it is. */
export type ShownMessage = {
  readonly n: number | null
  readonly from: 'customer' | 'agent'
  readonly text: string
  /** phrases that have to stay, letter by letter */
  readonly keep: readonly string[]
}

const Answer = z.strictObject({
  messages: z.array(z.strictObject({ n: z.int(), text: z.string().min(1).max(4_000) })),
})

/** One call for one dialogue: the model sees all of it, so that what it writes fits together. */
export const rewordRequest = (messages: readonly ShownMessage[], language: string): ChatRequest => ({
  system: `You reword a chat between a customer and a service agent. You get its messages in order, as JSON. Write those that have a number
"n" again, in other words, as another person would write them; the others stay and are there for you to read.
- Each message does exactly what it did: it asks, proposes, agrees, refuses, tells and closes the same things, and nothing more.
  A proposal stays a question that a yes can answer. Add no promise, reason, apology or offer.
- Every figure, date, name, code, address and amount stays letter by letter, and every phrase in "keep" too. Add none.
- The customer keeps their mood, their way of writing (short, loud, without capitals) and their language. The chat is in
  language "${language}" unless a message is in another.
- Change the structure of sentences and the choice of words, not only a word or two.
Answer with JSON: {"messages": [{"n": 1, "text": "..."}]}`,
  messages: [{ role: 'user', content: JSON.stringify(messages.map(shown)) }],
  schema: Answer,
})

const shown = ({ n, from, text, keep }: ShownMessage): object => ({
  ...(n === null ? {} : { n }),
  from,
  text,
  ...(keep.length === 0 ? {} : { keep }),
})

/** New words by message number; null: the answer has not the form that was asked for. */
export function rewordingsIn(answer: string): ReadonlyMap<number, string> | null {
  try {
    const json = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
    const { success, data } = Answer.safeParse(json)
    return success ? new Map(data.messages.map(({ n, text }) => [n, text.trim()])) : null
  } catch {
    return null
  }
}
