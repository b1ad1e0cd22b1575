/**
 * Small letters without accents, straight quotes and dashes, Markdown marks blanked: the same length as the text, so that
 * a span found in it is a span of the text.
 */
export function foldMessage(text: string): string {
  return blankMarks(text)
    .replace(/[^ -~\n]/gu, (char) => {
      if (char.length > 1) return ' '.repeat(char.length)
      const plain = QUOTES[char] ?? char.normalize('NFD').charAt(0)
      return plain.length === 1 ? plain : ' '
    })
    .toLowerCase()
}

const QUOTES: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
  '…': '.',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '•': '-',
  ß: 's',
  ø: 'o',
  æ: 'a',
  œ: 'o',
  '¿': ' ',
  '¡': ' ',
}

const spaces = (match: string): string => ' '.repeat(match.length)

/** Bold, italics, code, headings and link targets become blanks; list marks stay for the layout to see. */
const MARKS = /[*_`~\\#>[\]]/
const blankMarks = (text: string): string =>
  !MARKS.test(text)
    ? text
    : text
        .replace(/\]\([^)\s]*\)/g, spaces)
        .replace(/\*\*|__|`+|~~|\\(?=[*_`])/g, spaces)
        .replace(/(^|[\s(])[*_](?=\S[^*_\n]*[*_])/gm, (match) => match.slice(0, -1).concat(' '))
        .replace(/(?<=\S)[*_](?=[\s.,;:!?)]|$)/gm, ' ')
        .replace(/^[ \t]*#{1,6}[ \t]/gm, spaces)
        .replace(/^[ \t]*>[ \t]?/gm, spaces)
        .replace(/\[(?=[^\]\n]*\])/g, ' ')
