import { assert } from '../base/assert.ts'

/** Texts whose marks are kept: a clause is asked for many patterns, one after the other. */
const KEPT = 64

/**
 * Which of many lists of strings have at least one that stands in a text, in one pass over the text (Aho and Corasick). A list that
 * is `null` always counts as standing there.
 */
export function createFinder(lists: readonly (ReadonlySet<string> | null)[]): (text: string) => Uint8Array {
  const idsOf = new Map<string, number[]>()
  for (const [id, list] of lists.entries())
    for (const text of list ?? []) {
      const known = idsOf.get(text)
      if (known === undefined) idsOf.set(text, [id])
      else known.push(id)
    }
  const classes = new Uint8Array(128)
  let width = 1
  let letters = 0
  for (const text of idsOf.keys()) {
    letters += text.length
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code < classes.length && classes[code] === 0) {
        classes[code] = width
        width += 1
      }
    }
  }
  assert(letters < 1 << 16, 'a state is two bytes')
  const next = new Uint16Array((letters + 1) * width)
  const ends: (readonly number[] | undefined)[] = [undefined]
  for (const [text, ids] of idsOf) {
    let state = 0
    for (let at = 0; at < text.length; at += 1) {
      const step = state * width + (classes[text.charCodeAt(at)] ?? 0)
      if (next[step] === 0) {
        next[step] = ends.length
        ends.push(undefined)
      }
      state = next[step] ?? 0
    }
    ends[state] = ids
  }
  fillBack(next, width, ends)
  const found = ends.map((ids) => (ids === undefined ? undefined : Uint16Array.from(ids)))
  const always = Uint8Array.from(lists, (list) => (list === null ? 1 : 0))
  const kept = new Map<string, Uint8Array>()
  const spare: Uint8Array[] = []
  let last: { readonly text: string; readonly marks: Uint8Array } = { text: '', marks: always }
  return (text) => {
    // The same clause is asked for by the next pattern, too.
    if (last.text === text) return last.marks
    const before = kept.get(text)
    if (before !== undefined) {
      last = { text, marks: before }
      return before
    }
    if (kept.size >= KEPT) {
      spare.push(...kept.values())
      kept.clear()
    }
    const marks = spare.pop() ?? new Uint8Array(always.length)
    marks.set(always)
    let state = 0
    for (let at = 0; at < text.length; at += 1) {
      state = next[state * width + (classes[text.charCodeAt(at)] ?? 0)] ?? 0
      const ids = found[state]
      if (ids !== undefined) for (let one = 0; one < ids.length; one += 1) marks[ids[one] ?? 0] = 1
    }
    kept.set(text, marks)
    last = { text, marks }
    return marks
  }
}

/** A state without a step for a letter takes the step of its longest ending; what ends there ends here too. */
function fillBack(next: Uint16Array, width: number, ends: (readonly number[] | undefined)[]): void {
  const back = new Uint16Array(ends.length)
  const queue: number[] = []
  for (let letter = 0; letter < width; letter += 1) if (next[letter] !== 0) queue.push(next[letter] ?? 0)
  for (const state of queue) {
    const fallback = back[state] ?? 0
    const inherited = ends[fallback]
    if (inherited !== undefined) ends[state] = [...(ends[state] ?? []), ...inherited]
    for (let letter = 0; letter < width; letter += 1) {
      const step = state * width + letter
      const other = next[fallback * width + letter] ?? 0
      const own = next[step] ?? 0
      if (own === 0) next[step] = other
      else {
        back[own] = other
        queue.push(own)
      }
    }
  }
}
