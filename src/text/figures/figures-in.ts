import { memoText } from '../../base/memo.ts'
import { fold } from '../fold.ts'
import { numberOf } from '../number-words.ts'
import type { Figure, Said, WrittenNumber } from './figure.ts'
import { NOTATIONS, NUMBER } from './notations.ts'

/** Every figure of a text, in digits or in words, in the order in which they stand there. */
export const figuresIn = memoText((text): readonly Figure[] => {
  const plain = withoutMarks(fold(text))
  const found: Figure[] = []
  let left = plain
  for (const { pattern, read } of NOTATIONS) {
    let rest = ''
    let at = 0
    for (const match of left.matchAll(pattern)) {
      const said = read(match.groups ?? {}, match)
      if (said === null) continue
      const end = match.index + match[0].trimEnd().length
      found.push(figureAt(said, { text, plain, start: match.index, end }))
      rest += left.slice(at, match.index) + TAKEN.repeat(match[0].length)
      at = match.index + match[0].length
    }
    if (at > 0) left = rest + left.slice(at)
  }
  return found.sort((a, b) => a.start - b.start)
})

/** Stands for a character that a figure has taken: neither a letter nor a figure nor a space. */
const TAKEN = '\u0001'

/** Emphasis of Markdown, which stands between a number and its unit: "**5** days". */
const withoutMarks = (folded: string): string => folded.replace(/[*`]|(?<![a-z0-9])_|_(?![a-z0-9])/g, ' ')

type Place = { readonly text: string; readonly plain: string; readonly start: number; readonly end: number }

function figureAt(said: Said, { text, plain, start, end }: Place): Figure {
  const stretch = plain.slice(start, end)
  const numbers = Array.from(
    stretch.matchAll(NUMBER),
    ({ 0: word, index }): WrittenNumber => ({
      said: word,
      value: numberOf(word),
      start: start + index,
      end: start + index + word.length,
    }),
  )
  const written = /\d/.test(stretch) ? 'digits' : numbers.length > 0 ? 'words' : 'no number'
  return { ...said, start, end, said: text.slice(start, end), written, numbers }
}
