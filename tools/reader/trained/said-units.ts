import { foldMessage } from '../../../src/reading/lexical/fold.ts'
import { type LaidSentence, layOut, type Span } from '../../../src/reading/lexical/layout.ts'

/** What is read by itself: a sentence, or a list item, with what stands around it. */
export type SaidUnit = Span & {
  /** which sentence of the layout it belongs to */
  readonly sentence: number
  readonly isItem: boolean
  readonly text: string
  readonly previous: string
  readonly next: string
  /** the end of what the customer said last */
  readonly before: string
  readonly at: number
  readonly of: number
}

/** A customer's wish stands at the end of what it says. */
const BEFORE_CHARACTERS = 300

/** Marks of Markdown say nothing, and the encoder would read them. */
const unmarked = (text: string): string =>
  text.replace(/[*`]+|^#+ |\s+/g, (mark) => (/\s/.test(mark) ? ' ' : '')).trim()

export function saidUnits(
  text: string,
  before: string,
): { readonly sentences: readonly LaidSentence[]; readonly units: readonly SaidUnit[] } {
  const sentences = layOut(foldMessage(text))
  const spans = sentences.flatMap(({ from, to, items, part }, sentence) =>
    part !== 'body'
      ? []
      : [{ from, to, isItem: false }, ...items.map((item) => ({ ...item, isItem: true }))].map((span) => ({
          ...span,
          sentence,
          text: unmarked(text.slice(span.from, span.to)),
        })),
  )
  const worded = spans.filter((span) => /[a-z0-9]/i.test(span.text))
  const wish = before.slice(-BEFORE_CHARACTERS).trim()
  const units = worded.map((span, at) => ({
    ...span,
    previous: worded[at - 1]?.text ?? '',
    next: worded[at + 1]?.text ?? '',
    before: wish,
    at,
    of: worded.length,
  }))
  return { sentences, units }
}
