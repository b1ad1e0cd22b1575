import { fold } from './fold.ts'

/** A lexicon wording with its placeholders: "shall i send a new one to {address}?" */
export type Template = {
  readonly owner: string
  readonly parts: readonly string[]
  readonly names: readonly string[]
  /** index of the longest literal part: looked for first */
  readonly anchor: number
}
export type TemplateHit = {
  readonly owner: string
  readonly from: number
  readonly to: number
  readonly values: Readonly<Record<string, string>>
}

const VALUE_CHARACTERS_MAX = 120

export function template(owner: string, wording: string): Template | undefined {
  const names: string[] = []
  const parts = fold(wording.trim())
    .replace(/[.!?\s]+$/, '')
    .split(/\{([a-z0-9_.]+)\}/i)
    .filter((part, at) => {
      if (at % 2 === 1) names.push(part)
      return at % 2 === 0
    })
  const anchor = parts.reduce((best, part, at) => (part.length > (parts[best]?.length ?? 0) ? at : best), 0)
  // A wording that is all placeholder, or one short word, would be found everywhere.
  return (parts[anchor]?.trim().length ?? 0) < 6 ? undefined : { owner, parts, names, anchor }
}

/** Templates by the beginning of their anchor's first word: one look-up for each word of a message, however large the lexicon. */
export type TemplateIndex<T extends { readonly template: Template }> = ReadonlyMap<string, readonly T[]>

const KEY_LETTERS = 3

export function indexTemplates<T extends { readonly template: Template }>(
  list: readonly T[],
): TemplateIndex<T> {
  const index = new Map<string, T[]>()
  for (const one of list) {
    const anchor = one.template.parts[one.template.anchor] ?? ''
    const key = anchor.slice(wordAt(anchor), wordAt(anchor) + KEY_LETTERS)
    const known = index.get(key)
    if (known === undefined) index.set(key, [one])
    else known.push(one)
  }
  return index
}

/** Every template that stands in a folded text; the first place of each. */
export function findTemplates<T extends { readonly template: Template }>(
  index: TemplateIndex<T>,
  folded: string,
  original: string,
): readonly (TemplateHit & { readonly of: T })[] {
  const hits: (TemplateHit & { readonly of: T })[] = []
  const seen = new Set<T>()
  for (let at = 0; at < folded.length; at += 1) {
    if (!isWord(folded.charCodeAt(at)) || (at > 0 && isWord(folded.charCodeAt(at - 1)))) continue
    for (const one of index.get(folded.slice(at, at + KEY_LETTERS)) ?? []) {
      if (seen.has(one)) continue
      const anchor = one.template.parts[one.template.anchor] ?? ''
      const start = at - wordAt(anchor)
      if (start < 0 || !folded.startsWith(anchor, start)) continue
      const hit = hitAt(one.template, start, { folded, original })
      if (hit === undefined) continue
      seen.add(one)
      const { owner, from, to, values } = hit
      hits.push({ owner, from, to, values, of: one })
    }
  }
  return hits
}

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127
const wordAt = (text: string): number => Math.max(0, text.search(/[a-z0-9\u0080-\uffff]/))

/** The whole template around its anchor, and what stands in its placeholders (read from the original). */
function hitAt(
  known: Template,
  at: number,
  { folded, original }: { readonly folded: string; readonly original: string },
): TemplateHit | undefined {
  const edges: number[] = []
  edges[known.anchor] = at
  for (let part = known.anchor - 1; part >= 0; part -= 1) {
    const text = known.parts[part] ?? ''
    const before = edges[part + 1] ?? 0
    const found =
      text === '' ? Math.max(0, startOfSentence(folded, before)) : folded.lastIndexOf(text, before - 1)
    if (found < 0 || before - found - text.length > VALUE_CHARACTERS_MAX) return undefined
    edges[part] = found
  }
  for (let part = known.anchor + 1; part < known.parts.length; part += 1) {
    const text = known.parts[part] ?? ''
    const end = (edges[part - 1] ?? 0) + (known.parts[part - 1]?.length ?? 0)
    const found = text === '' ? endOfSentence(folded, end) : folded.indexOf(text, end)
    if (found < 0 || found - end > VALUE_CHARACTERS_MAX) return undefined
    edges[part] = found
  }
  const values: Record<string, string> = {}
  known.names.forEach((name, index) => {
    const end = (edges[index] ?? 0) + (known.parts[index]?.length ?? 0)
    values[name] = original.slice(end, edges[index + 1] ?? end).trim()
  })
  const last = known.parts.length - 1
  return {
    owner: known.owner,
    from: edges[0] ?? at,
    to: (edges[last] ?? at) + (known.parts[last]?.length ?? 0),
    values,
  }
}

const startOfSentence = (folded: string, before: number): number => {
  const stop = Math.max(
    folded.lastIndexOf('\n', before - 1),
    folded.lastIndexOf('. ', before - 1),
    folded.lastIndexOf('! ', before - 1),
  )
  return stop < 0 ? 0 : stop + 1
}
const endOfSentence = (folded: string, from: number): number => {
  const stop = folded.slice(from).search(/[.!?](?:\s|$)|\n/)
  return stop < 0 ? folded.length : from + stop
}
