import type { ListedField } from '../desk-lists.ts'
import { contentOf, cosine, covered, letterOverlap, rarity, type Weights } from './bags.ts'
import { type Concept, conceptsIn, QUESTION_CONCEPTS } from './concepts.ts'
import { foldMessage } from './fold.ts'
import { FIELD_WEIGHTS } from './place-weights.ts'
import { type FeatureRow, type Ranked, rank, withRivals } from './rank.ts'

/** A desk's fields made ready to be compared with what an agent asks, for one language. */
export type FieldIndex = {
  readonly entries: readonly Entry[]
  readonly weights: Weights
  readonly language: string
}

type Entry = {
  readonly field: ListedField
  readonly plain: string
  readonly name: readonly string[]
  readonly gloss: readonly string[]
  readonly asks: readonly (readonly string[])[]
  readonly cues: readonly string[]
  readonly concepts: ReadonlySet<Concept>
  readonly nameConcepts: ReadonlySet<Concept>
  readonly values: readonly string[]
}

export function indexFields(fields: readonly ListedField[], language: string): FieldIndex {
  const entries = fields.map((field): Entry => {
    const plain = foldMessage(field.name.replaceAll('_', ' '))
    const gloss = foldMessage(field.gloss)
    const asks = (field.asks[language] ?? []).map(foldMessage)
    const cues = (field.cues[language] ?? []).map(foldMessage)
    return {
      field,
      plain,
      name: contentOf(plain, language),
      gloss: contentOf(gloss, language),
      asks: asks.map((ask) => contentOf(ask, language)),
      cues,
      concepts: new Set(conceptsIn(`${plain} ${gloss} ${cues.join(' ')}`)),
      nameConcepts: new Set(conceptsIn(plain)),
      values: field.of.map((value) => foldMessage(value.replaceAll('_', ' '))),
    }
  })
  return { entries, weights: rarity(entries.map(({ name, gloss }) => [...name, ...gloss])), language }
}

/** A clause that asks for several things in one breath: "what day and from which city?" */
export function askedParts(clause: string): readonly string[] {
  const parts = clause
    .split(/,? (?:and|as well as|plus|or|y|et|und|sowie) |, (?=\w)| & /)
    .filter((part) => /[a-z]{2}/.test(part))
  if (parts.length < 2) return [clause]
  const [word] = /^(?:\w+ ){0,3}?(?:what|which|when|where|who|how|your|the)\b/.exec(clause) ?? ['']
  return parts.map((part, at) =>
    at === 0 || /\b(?:what|which|when|where|who|how|why|your)\b/.test(part) ? part : `${word} ${part}`.trim(),
  )
}

/** How likely each field is what this clause asks for, best first. */
export const placeField = (clause: string, index: FieldIndex): readonly Ranked[] =>
  rank(fieldRows(clause, index), FIELD_WEIGHTS)

/** Numbers of one clause and one field that hold for any desk; what is learned is only their weight. */
export function fieldRows(clause: string, { entries, weights, language }: FieldIndex): readonly FeatureRow[] {
  const words = contentOf(clause, language)
  const set = new Set(words)
  const concepts = new Set(conceptsIn(clause))
  const asked = [...concepts].filter((concept) => QUESTION_CONCEPTS.has(concept))
  const yesno = concepts.has('yesno')
  const base = entries.map((entry) => {
    const { field, plain, name, gloss, asks, cues } = entry
    const nameHit = covered(name, set, weights)
    const glossHit = covered(gloss, set, weights)
    const near = Math.max(
      0,
      cosine(words, [...name, ...gloss], weights),
      ...asks.map((ask) => cosine(words, ask, weights)),
    )
    const cue = cues.some((cue) => holds(clause, cue)) ? 1 : 0
    const shared = [...concepts].filter((concept) => entry.concepts.has(concept)).length
    const nameShared = [...concepts].filter((concept) => entry.nameConcepts.has(concept)).length
    const askedShared = asked.filter((concept) => entry.concepts.has(concept)).length
    const values = entry.values.filter((value) => value.length > 2 && holds(clause, value)).length
    return [
      nameHit,
      name.length > 0 && nameHit === 1 ? 1 : 0,
      glossHit,
      near,
      cue,
      letterOverlap(clause, plain),
      shared / Math.max(1, concepts.size),
      nameShared / Math.max(1, entry.nameConcepts.size),
      askedShared > 0 ? 1 : 0,
      asked.length > 0 && askedShared === 0 ? 1 : 0,
      yesno && field.type === 'boolean' ? 1 : 0,
      yesno && field.type !== 'boolean' ? 1 : 0,
      !yesno && field.type === 'boolean' ? 1 : 0,
      Math.min(2, values) / 2,
      concepts.has('when') &&
      (field.type === 'date' || entry.concepts.has('calendar') || entry.concepts.has('clock'))
        ? 1
        : 0,
      concepts.has('clock') && !concepts.has('calendar') && entry.concepts.has('clock') ? 1 : 0,
      concepts.has('calendar') && !concepts.has('clock') && entry.concepts.has('calendar') ? 1 : 0,
      concepts.has('howmany') && (field.type === 'number' || entry.concepts.has('howmany')) ? 1 : 0,
      concepts.has('from') && entry.nameConcepts.has('from') ? 1 : 0,
      concepts.has('to') && entry.nameConcepts.has('to') ? 1 : 0,
      concepts.has('end') && entry.concepts.has('end') ? 1 : 0,
      concepts.has('end') !== entry.nameConcepts.has('end') && entry.nameConcepts.has('end') ? 1 : 0,
      field.type === 'enum' && concepts.has('which') ? 1 : 0,
      words.length === 0 ? 1 : 0,
    ]
  })
  return withRivals(
    base.map((features, at) => ({ name: entries[at]?.field.name ?? '', features })),
    (row) =>
      (row[0] ?? 0) + (row[2] ?? 0) + 2 * (row[3] ?? 0) + (row[4] ?? 0) + (row[6] ?? 0) + (row[8] ?? 0),
  )
}

/** A wording stands in a text as whole words. */
export function holds(text: string, wording: string): boolean {
  for (let at = text.indexOf(wording); at !== -1; at = text.indexOf(wording, at + 1)) {
    if (!/[a-z0-9]/.test(text.charAt(at - 1)) && !/[a-z0-9]/.test(text.charAt(at + wording.length)))
      return true
  }
  return false
}
