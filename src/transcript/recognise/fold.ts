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

export function fold(text: string): string {
  // Agents that answer in JSON write their line ends as two characters; they still end a line.
  const lower = (text.includes('\\n') ? text.replaceAll('\\n', ' \n') : text).toLowerCase()
  // "İ" and its kind grow when lowered: such a text is folded character by character.
  const even = lower.length === text.length ? lower : Array.from(text, lowerOne).join('')
  return /^[\x20-\x7e\n]*$/.test(even) ? even : even.replace(/[^\x20-\x7e\n]/g, foldOne)
}

const lowerOne = (character: string): string => {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : ' '.repeat(character.length)
}

const FOLDED: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u02bc': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2011': '-',
  '\u2022': '\n',
  '\r': '\n',
  '\u2028': '\n',
  ß: 's',
  ø: 'o',
  æ: 'a',
  œ: 'o',
}

function foldOne(character: string): string {
  const known = FOLDED[character]
  if (known !== undefined) return known
  if (character < ' ' || character === '\u007f' || /\s/u.test(character)) return ' '
  const bare = character.normalize('NFD').charAt(0)
  return bare.length === character.length ? bare : character
}

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

/** Sentences of a folded text; a full stop inside a number or a short list mark ends none. */
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
