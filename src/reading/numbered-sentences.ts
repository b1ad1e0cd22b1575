import { likelyLanguage } from '../text/languages.ts'
import { foldMessage } from './lexical/fold.ts'
import { layOut } from './lexical/layout.ts'
import { valuesIn } from './lexical/values.ts'

/** A sentence of a message with the list items it announces, by number: what a model points at. */
export type NumberedSentence = {
  readonly number: number
  readonly from: number
  readonly to: number
  readonly text: string
  /** values that stand in its words */
  readonly values: readonly string[]
}

/** The sentences of a message as every reader divides it. */
export function numberedSentences(message: string): {
  readonly language: string
  readonly sentences: readonly NumberedSentence[]
} {
  const folded = foldMessage(message)
  const sentences = layOut(folded).map(({ from, to, items }, at) => {
    const end = Math.max(to, ...items.map((item) => item.to))
    return {
      number: at + 1,
      from,
      to: end,
      text: message.slice(from, end),
      values: valuesIn(folded.slice(from, end)),
    }
  })
  return { language: likelyLanguage(message), sentences }
}
