import { fold } from './fold.ts'

/** Where a stem of a lexicon stands in a text: the owner it stands for, and its length as a measure of how sure it is. */
export type StemHit = { readonly owner: string; readonly at: number; readonly length: number }

/** Stems by the first three characters of their first word: one look-up for each word of a message. */
export type StemIndex = ReadonlyMap<string, readonly { readonly stem: string; readonly owner: string }[]>

export function indexStems(entries: Iterable<readonly [owner: string, stems: Iterable<string>]>): StemIndex {
  const index = new Map<string, { stem: string; owner: string }[]>()
  for (const [owner, stems] of entries) {
    for (const raw of stems) {
      const stem = fold(raw).trim().replace(/\s+/g, ' ')
      if (stem.length < 2) continue
      const key = stem.slice(0, 3)
      const list = index.get(key) ?? []
      if (!list.some((known) => known.stem === stem && known.owner === owner)) list.push({ stem, owner })
      index.set(key, list)
    }
  }
  for (const list of index.values()) list.sort((a, b) => b.stem.length - a.stem.length)
  return index
}

/** Every stem that begins at a word's beginning. A stem of two letters must be the whole word. */
export function findStems(index: StemIndex, folded: string): readonly StemHit[] {
  if (index.size === 0) return []
  const hits: StemHit[] = []
  for (let at = 0; at < folded.length; at += 1) {
    if (!startsWord(folded, at)) continue
    for (const { stem, owner } of candidates(index, folded, at)) {
      if (!folded.startsWith(stem, at)) continue
      if (stem.length < 4 && isLetter(folded.charCodeAt(at + stem.length))) continue
      hits.push({ owner, at, length: stem.length })
    }
  }
  return hits
}

function candidates(index: StemIndex, folded: string, at: number) {
  const three = index.get(folded.slice(at, at + 3)) ?? []
  const two = index.get(folded.slice(at, at + 2)) ?? []
  return two.length === 0 ? three : [...three, ...two]
}

const startsWord = (folded: string, at: number): boolean =>
  isWordish(folded.charCodeAt(at)) && (at === 0 || !isLetter(folded.charCodeAt(at - 1)))
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127
const isWordish = (code: number): boolean => isLetter(code) || code === 35
