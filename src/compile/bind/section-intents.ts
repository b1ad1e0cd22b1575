import type { SopDocument } from '../../sop/sop.ts'
import type { Outline, OutlineSection } from '../outline.ts'
import type { Desk } from './desk.ts'
import type { Index } from './rank.ts'

/** Which intents each section is about. A section nobody claims belongs to everybody (in front) or to the one before it. */
export type Claims = ReadonlyMap<string, readonly string[]>

/** Of an intent's best section, so much of its score claims another one too. */
const CLAIM_SHARE = 0.62
const CLAIM_MIN = 0.35

/** What a sentence says outright counts as the fullest likeness of a title. */
const SAID_SO = 100

const SAYS_FOR_WHOM =
  /^(?:this section is for|for (?:the |a |an |somebody|everybody|whoever)|whoever|if somebody wants|somebody who only|everybody who|every |before you (?:promise|change|end|order|book))/i

export function claimsOf(
  outline: Outline,
  desk: Desk,
  { sop, intents }: { sop: SopDocument; intents: Index },
): Claims {
  const scores = new Map(outline.sections.map((section) => [section.id, scoresOf(section, sop, intents)]))
  const best = new Map(
    desk.intents.map(({ id }) => {
      const all = [...scores.values()].map((one) => one.get(id) ?? 0)
      return [id, Math.max(0, ...all.filter((score) => score < SAID_SO))]
    }),
  )
  const claims = new Map<string, readonly string[]>(
    outline.sections.map(({ id }) => {
      const own = scores.get(id) ?? new Map<string, number>()
      const top = Math.max(0, ...[...own.values()].filter((score) => score < SAID_SO))
      const claimed = desk.intents.filter((intent) => {
        const score = own.get(intent.id) ?? 0
        return (
          score >= SAID_SO ||
          (score >= CLAIM_MIN && score >= CLAIM_SHARE * (best.get(intent.id) ?? 0) && score >= 0.5 * top)
        )
      })
      return [id, claimed.map((intent) => intent.id)]
    }),
  )
  return withLeftOver(claims, scores, desk)
}

/** An intent nobody claims takes the section that is left and speaks of it most. */
function withLeftOver(
  claims: ReadonlyMap<string, readonly string[]>,
  scores: ReadonlyMap<string, ReadonlyMap<string, number>>,
  desk: Desk,
): Claims {
  const claimed = new Set([...claims.values()].flat())
  const left = desk.intents.filter(({ id }) => !claimed.has(id))
  const order = [...claims.keys()]
  const from = order.findIndex((section) => (claims.get(section) ?? []).length > 0)
  const result = new Map(claims)
  for (const { id } of left) {
    const free = order.slice(from + 1).filter((section) => (result.get(section) ?? []).length === 0)
    const [best] = [...free].sort((a, b) => (scores.get(b)?.get(id) ?? 0) - (scores.get(a)?.get(id) ?? 0))
    if (best !== undefined && (scores.get(best)?.get(id) ?? 0) > 0) result.set(best, [id])
  }
  return result
}

export function scoresOf(
  section: OutlineSection,
  sop: SopDocument,
  intents: Index,
): ReadonlyMap<string, number> {
  const scores = new Map(
    intents.rank([{ text: section.title, weight: 1 }]).map(({ id, score }) => [id, score]),
  )
  const clauses = sop.sections.find(({ id }) => id === section.id)?.clauses ?? []
  const first = clauses[0]?.text ?? ''
  const forWhom = SAYS_FOR_WHOM.test(first) ? (first.split(/[:;]|, (?:look|ask|answer)/)[0] ?? '') : ''
  for (const part of forWhom.split(/,\s*(?:and\s+)?|\s+(?:and|or)\s+/)) {
    const ranked = intents.rank([{ text: part, weight: 1 }])
    const top = ranked[0]?.score ?? 0
    for (const { id, score } of ranked)
      if (score > 0.15 && score >= 0.8 * top) scores.set(id, Math.max(scores.get(id) ?? 0, SAID_SO))
  }
  return scores
}

/** The sections each group of intents goes through, in order. */
export type Chain = { readonly intents: readonly string[]; readonly sections: readonly string[] }

export function chainsOf(
  order: readonly string[],
  claims: Claims,
  intents: readonly string[],
): readonly Chain[] {
  const claimed = (section: string) => claims.get(section) ?? []
  const firstClaimed = order.findIndex((section) => claimed(section).length > 0)
  const preamble = order.slice(0, firstClaimed === -1 ? order.length : firstClaimed)
  const entries = new Map<string, string[]>()
  for (const intent of intents) {
    const entry = order.find((section) => claimed(section).includes(intent)) ?? ''
    const mates = order.filter((section) => claimed(section).includes(intent)).join(' ')
    const key = `${entry}|${mates}`
    entries.set(key, [...(entries.get(key) ?? []), intent])
  }
  const groups = [...entries].map(([key, group]) => ({
    group,
    own: key.split('|')[1]?.split(' ').filter(Boolean) ?? [],
  }))
  return groups.map(({ group, own }) => {
    const sections: string[] = []
    let inside = false
    for (const section of order.slice(preamble.length)) {
      if (claimed(section).length > 0) inside = own.includes(section)
      if (inside) sections.push(section)
    }
    return { intents: group, sections: [...preamble, ...sections] }
  })
}
