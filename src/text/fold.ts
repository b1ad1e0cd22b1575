/**
 * Text made comparable: case, accents, quotes, dashes and width make no difference. `fold`, `lowerInPlace` and `straighten`
 * keep every character where it was, so that a match can be read back from the original.
 */
export function fold(text: string): string {
  const lower = lowerInPlace(text)
  if (/^[\x20-\x7e\n]*$/.test(lower)) return lower
  return lower.replace(/[^\x20-\x7e\n]/g, foldOne)
}

/** Lower case. "İ" and its kind grow when lowered; a text with one of them is lowered character by character. */
export function lowerInPlace(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : Array.from(text, lowerOne).join('')
}

const lowerOne = (character: string): string => {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : ' '.repeat(character.length)
}

/** Typographic quotes and dashes as the keyboard has them. */
export const straighten = (text: string): string =>
  text.replace(/[‘’ʼ“”„«»‐‑‒–—]/g, (sign) => PLAIN[sign] ?? sign)

/** Lower case, single spaces, no space around: two wordings that only differ in these are the same. */
export const foldCase = (text: string): string =>
  // A single space is left alone: there is one after every word.
  text
    .toLowerCase()
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()

const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '\u2011': '-',
  '\r': '\n',
  '\u2028': '\n',
  ß: 's',
  ø: 'o',
  æ: 'a',
  œ: 'o',
  '\u2010': '-',
  '\u2012': '-',
  '\u2015': '-',
  '\u2212': '-',
  '‚': "'",
  '‛': "'",
  '‹': "'",
  '›': "'",
  '‟': '"',
  '\u2029': '\n',
  '\u0085': '\n',
  ł: 'l',
  đ: 'd',
}

const isSpaceOrControl = (character: string): boolean =>
  character < ' ' || character === '\u007f' || /\s/u.test(character)

function foldOne(character: string): string {
  const known = PLAIN[character]
  if (known !== undefined) return known
  if (isSpaceOrControl(character)) return ' '
  const wide = character >= '\uff01' && character <= '\uff5e'
  if (wide) return String.fromCharCode(character.charCodeAt(0) - 0xfee0).toLowerCase()
  // Only marks are taken off: the parts of a Hangul syllable are letters, and without them all syllables would be alike.
  const [bare = character, ...marks] = character.normalize('NFD')
  return bare.length === 1 && marks.every((mark) => /\p{M}/u.test(mark)) ? bare : character
}
