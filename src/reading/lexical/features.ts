/** Words of a folded sentence as a learned reader sees them: the desk's own words and all figures masked. */
export type Token = { readonly text: string; readonly from: number; readonly to: number }

const WORD = /[a-z]+(?:'[a-z]+)*|\d[\d.,:/-]*|[?!:]|[$€£%]/g

export function tokensOf(folded: string, from: number, to: number): readonly Token[] {
  const tokens: Token[] = []
  const words = folded.slice(from, to)
  WORD.lastIndex = 0
  for (let found = WORD.exec(words); found !== null; found = WORD.exec(words)) {
    const { 0: text, index } = found
    tokens.push({ text, from: from + index, to: from + index + text.length })
  }
  return tokens
}

export const BUCKETS = 1 << 16

/** Buckets of the masked words of a sentence: one to four in a row, and pairs with one or two words between them. */
export function featuresOf(words: readonly string[]): readonly number[] {
  const row = ['^', ...words.slice(0, WORDS_MAX), '$']
  const found: number[] = []
  const add = (sum: number): void => {
    const bucket = ((sum >>> 16) ^ sum) & (BUCKETS - 1)
    const bits = seen[bucket >>> 5] ?? 0
    const bit = 1 << (bucket & 31)
    if ((bits & bit) !== 0) return
    seen[bucket >>> 5] = bits | bit
    found.push(bucket)
  }
  for (let at = 0; at < row.length; at += 1) {
    let sum = START
    for (let length = 0; length < 4 && at + length < row.length; length += 1) {
      sum = hashOn(hashOn(sum, ' '), row[at + length] ?? '')
      add(sum)
    }
    const first = hashOn(START, row[at] ?? '')
    for (let gap = 2; gap <= 3 && at + gap < row.length; gap += 1)
      add(hashOn(hashOn(first, gap === 2 ? '_2_' : '_3_'), row[at + gap] ?? ''))
  }
  for (let at = 0; at < found.length; at += 1) seen[(found[at] ?? 0) >>> 5] = 0
  return found
}

const WORDS_MAX = 60

/** One bit for each bucket found in these words: small enough to stay in the processor's cache. All nought between two calls. */
const seen = new Int32Array(BUCKETS / 32)

/** FNV-1a, folded to 16 bits at the end. */
const START = 0x811c9dc5
function hashOn(from: number, text: string): number {
  let sum = from
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum
}

/** Figures, names and words of this desk say nothing about the kind of a sentence. */
export const maskWords = (
  tokens: readonly Token[],
  isDeskWord: (word: string) => boolean,
  isName: (token: Token) => boolean,
): readonly string[] => {
  const masked: string[] = []
  for (const token of tokens) {
    const word = isDigit(token.text.charCodeAt(0))
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

const isDigit = (code: number): boolean => code >= 48 && code <= 57
