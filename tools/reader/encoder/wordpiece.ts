const CJK =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu
/** Marks over letters, the choice between a sign and a picture, and what no one sees. */
const UNSEEN =
  /(?![\t\n\r])\p{Cc}|[\u0300-\u036F]|[\u3099\u309A]|[\uFE00-\uFE0F]|[\xAD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uE000-\uF8FF\uFEFF\uFFFD]/gu
const SIGN = '[!-/:-@[-`{-~]|(?=\\p{P})[\xA1-\xBF\u037E\u0387\u2010-\u205E\u3001-\u301F\u30FB\uFF01-\uFF65]'
const WORD = new RegExp(`${SIGN}|(?:(?!${SIGN})\\S)+`, 'gu')
const CASED = /[^\u2000-\u{10FFFF}]+/gu
/** A longer word has no pieces: the original's limit, and no text may cost more than its length squared. */
const WORD_MAX = 100

/**
 * The pieces of words that BERT's uncased models know, by number, between [CLS] and [SEP]; of a text of more than `most` the beginning.
 * Equal to the Python library but for marks and signs of scripts that only newer tables of Unicode know, or few: each Node has its own
 * tables, and what one knows as a mark and another does not would be read differently. So only characters that are settled are named.
 */
export function wordPieces(vocabulary: readonly string[], most: number): (text: string) => readonly number[] {
  const numbers = new Map(vocabulary.map((piece, number) => [piece, number]))
  const [unknown = 0, start = 0, end = 0] = ['[UNK]', '[CLS]', '[SEP]'].map((piece) => numbers.get(piece))
  const piecesOf = (word: string): readonly number[] => {
    const letters = [...word]
    const found: number[] = []
    for (let from = 0, to = letters.length; from < letters.length; to -= 1) {
      if (to === from || letters.length > WORD_MAX) return [unknown]
      const number = numbers.get((from > 0 ? '##' : '') + letters.slice(from, to).join(''))
      if (number === undefined) continue
      found.push(number)
      from = to
      to = letters.length + 1
    }
    return found
  }
  return (text) => {
    const plain = text.replace(CJK, ' $& ').normalize('NFD').replace(UNSEEN, '').replace(/Σ/g, 'σ')
    const words = plain.replace(CASED, (part) => part.toLowerCase()).match(WORD) ?? []
    return [start, ...words.flatMap(piecesOf).slice(0, most - 2), end]
  }
}
