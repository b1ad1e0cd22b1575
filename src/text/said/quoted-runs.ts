import { type Asking, question } from '../question.ts'
import { wordsOf } from '../words.ts'

/** So many words in a row are quoted, not put in one's own words. */
const QUOTED_WORDS_MIN = 12

/** Texts that are known by any twelve words in a row of them: rolling hash -> where they stand. */
export type QuotedRuns<Key> = ReadonlyMap<number, QuotedRun<Key>>
export type QuotedRun<Key> = { readonly key: Key; readonly words: readonly string[] }

/** `free`: wordings that may be said, wherever else they stand. */
export function quotedRuns<Key>(
  texts: Iterable<readonly [Key, string]>,
  free: readonly string[],
): QuotedRuns<Key> {
  const runs = new Map<number, QuotedRun<Key>>()
  for (const [key, text] of texts) {
    const words = lowerWords(text)
    const ends = listed(text)
    eachRun(words, (hash, at) => {
      if (!isListing(ends, at) && !runs.has(hash))
        runs.set(hash, { key, words: words.slice(at, at + QUOTED_WORDS_MIN) })
    })
  }
  for (const wording of free) eachRun(lowerWords(wording), (hash) => void runs.delete(hash))
  return runs
}

/** The first of them that stands there; null: none. */
export const quoting = <Key>(runs: QuotedRuns<Key>): Asking<QuotedRun<Key> | null> =>
  question((text) => {
    if (text.length < QUOTED_WORDS_MIN * 2) return null
    const words = lowerWords(text)
    let found: QuotedRun<Key> | null = null
    eachRun(words, (hash, at) => {
      const run = found === null ? runs.get(hash) : undefined
      if (run?.words.every((word, index) => word === words[at + index]) === true) found = run
    })
    return found
  })

/** Where the words before each comma end. */
function listed(text: string): readonly number[] {
  const parts = text.toLowerCase().split(',').slice(0, -1)
  let words = 0
  return parts.map((part) => {
    words += lowerWords(part).length
    return words
  })
}

const ITEM_WORDS_MAX = 4

/** "An open seam, a broken zip, a hole or a stain": names of things have no other words, and only their order is the SOP's. */
const isListing = (ends: readonly number[], at: number): boolean =>
  ends.some(
    (end, index) =>
      end > at &&
      end - (ends[index - 1] ?? at) <= ITEM_WORDS_MAX &&
      (ends[index + 1] ?? Number.POSITIVE_INFINITY) < at + QUOTED_WORDS_MIN &&
      (ends[index + 1] ?? 0) - end <= ITEM_WORDS_MAX,
  )

const lowerWords = (text: string): readonly string[] => wordsOf(text.toLowerCase(), { inside: 'none' })

const BASE = 1_000_003
const OUTGOING = Array.from({ length: QUOTED_WORDS_MIN }, () => 0).reduce(
  (power) => Math.imul(power, BASE),
  1,
)

/** Every twelve words in a row, by where they begin, with a hash that rolls on by one word at a time: linear in the text. */
function eachRun(words: readonly string[], take: (hash: number, at: number) => void): void {
  if (words.length < QUOTED_WORDS_MIN) return
  const hashes = words.map(wordHash)
  let hash = 0
  for (let index = 0; index < hashes.length; index += 1) {
    hash = (Math.imul(hash, BASE) + (hashes[index] ?? 0)) | 0
    const gone = hashes[index - QUOTED_WORDS_MIN]
    if (gone !== undefined) hash = (hash - Math.imul(gone, OUTGOING)) | 0
    if (index >= QUOTED_WORDS_MIN - 1) take(hash, index - QUOTED_WORDS_MIN + 1)
  }
}

function wordHash(word: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 16_777_619)
  return hash
}
