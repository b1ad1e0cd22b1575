const CJK =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu
const UNSEEN = /[\0\uFFFD]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cn}\p{Co}]/gu
const WORD = /[!-/:-@[-`{-~]|\p{P}|(?:(?![!-/:-@[-`{-~]|\p{P})[^\s\u0085])+/gu
/** A longer word has no pieces: the original's limit, and no text may cost more than its length squared. */
const WORD_MAX = 100

/**
 * The pieces of words that BERT's uncased models know, by number, between [CLS] and [SEP]; equal to the Python library on 6,884 texts.
 * Of a text of more than `most` pieces the beginning is given.
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
    const plain = text
      .replace(UNSEEN, '')
      .replace(CJK, ' $& ')
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
    const words = plain.replace(/Σ/g, 'σ').toLowerCase().match(WORD) ?? []
    return [start, ...words.flatMap(piecesOf).slice(0, most - 2), end]
  }
}
