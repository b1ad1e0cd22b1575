import { fold as foldText } from '../../text/fold.ts'

/**
 * Text as the recogniser reads it: lower case, straight quotes, no accents, no control characters, and every character
 * where it was, so that a match can be read back from the original.
 */
export const READ_CHARACTERS_MAX = 20_000

/** Of a message too long to be one, the beginning and the end are read: the middle never holds the question. */
export function readable(text: string): string {
  if (text.length <= READ_CHARACTERS_MAX) return text
  const half = READ_CHARACTERS_MAX / 2
  return `${text.slice(0, half)}\n${text.slice(-half)}`
}

export const fold = (text: string): string => foldText(withLineEnds(text), { variants: 'keep' })

/** Agents that answer in JSON write their line ends as two characters; they still end a line, and so does a bullet. */
const withLineEnds = (text: string): string =>
  (text.includes('\\n') ? text.replaceAll('\\n', ' \n') : text).replaceAll('\u2022', '\n')

export type Sentence = {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly asks: boolean
}

/** Patterns take cubic time on words that almost match: nobody's sentence is this long. */
const SENTENCE_CHARACTERS_MAX = 600

const shortened = (text: string): string =>
  text.length <= SENTENCE_CHARACTERS_MAX ? text : `${text.slice(0, 400)} ${text.slice(-200)}`

/** Sentences of a folded text; a full stop inside a number or a short list mark ends none. Step 2 (reading) deletes it for src/text. */
export function sentencesOf(folded: string): readonly Sentence[] {
  const sentences: Sentence[] = []
  let from = 0
  const close = (to: number) => {
    const text = shortened(folded.slice(from, to).trim())
    if (/[a-z0-9]/.test(text)) sentences.push({ from, to, text, asks: /\?["')*}\]\s]*$/.test(text) })
    from = to
  }
  for (const mark of folded.matchAll(/[.!?\u3002]+["')*}\]]*(?=\s|$)|\n+/g)) {
    const at = mark.index
    if (
      mark[0].startsWith('.') &&
      /(?:^|\s)(?:\d{1,2}|e\.g|i\.e|mr|mrs|ms|dr|no|approx|vs|z\.b|bzw)$/.test(
        folded.slice(Math.max(from, at - 8), at),
      )
    )
      continue
    close(at + mark[0].length)
  }
  close(folded.length)
  return sentences
}
