/** Words of a folded sentence as a learned reader sees them: the desk's own words and all figures masked. */
export type Token = { readonly text: string; readonly from: number; readonly to: number }

const WORD = /[a-z]+(?:'[a-z]+)*|\d[\d.,:/-]*|[?!:]|[$€£%]/g

export function tokensOf(folded: string, from: number, to: number): readonly Token[] {
  const tokens: Token[] = []
  for (const { 0: text, index } of folded.slice(from, to).matchAll(WORD))
    tokens.push({ text, from: from + index, to: from + index + text.length })
  return tokens
}

const BUCKETS = 1 << 16

/** Buckets of the masked words of a sentence: one to four in a row, and pairs with one or two words between them. */
export function featuresOf(words: readonly string[]): readonly number[] {
  const row = ['^', ...words.slice(0, WORDS_MAX), '$']
  const found = new Set<number>()
  for (let at = 0; at < row.length; at += 1) {
    let gram = ''
    for (let length = 0; length < 4 && at + length < row.length; length += 1) {
      gram += ` ${row[at + length]}`
      found.add(hash(gram))
    }
    for (let gap = 2; gap <= 3 && at + gap < row.length; gap += 1)
      found.add(hash(`${row[at]}_${gap}_${row[at + gap]}`))
  }
  return [...found]
}

const WORDS_MAX = 60

/** FNV-1a, folded to 16 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return ((sum >>> 16) ^ sum) & (BUCKETS - 1)
}

/** Figures, names and words of this desk say nothing about the kind of a sentence. */
export const maskWords = (
  tokens: readonly Token[],
  isDeskWord: (word: string) => boolean,
  isName: (token: Token) => boolean,
): readonly string[] => {
  const masked: string[] = []
  for (const token of tokens) {
    const word = /^\d/.test(token.text)
      ? '#'
      : isDeskWord(token.text)
        ? '§'
        : isName(token)
          ? '@'
          : token.text
    // "§ § §" and "@ @" are one thing, whatever its length
    if ((word === '§' || word === '@' || word === '#') && masked.at(-1) === word) continue
    masked.push(word)
  }
  return masked
}
