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

/** Where a wording stands in a folded text, and what stands in its placeholders (read from the original). */
export function findTemplate(known: Template, folded: string, original: string): TemplateHit | undefined {
  const anchorText = known.parts[known.anchor] ?? ''
  const at = folded.indexOf(anchorText)
  if (at < 0) return undefined
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
