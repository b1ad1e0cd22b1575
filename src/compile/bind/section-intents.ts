import type { SopDocument } from '../../sop/sop.ts'
import type { Outline, OutlineSection } from '../outline.ts'
import type { Desk } from './desk.ts'
import type { Index } from './rank.ts'

/** Which intents each section is about. A section nobody claims belongs to everybody (in front) or to the one before it. */
export type Claims = ReadonlyMap<string, readonly string[]>

/** Of an intent's best section, so much of its score claims another one too. */
const CLAIM_SHARE = 0.62
const CLAIM_MIN = 0.35

const SAYS_FOR_WHOM =
  /^(?:this section is for|for (?:the |a |an |somebody|everybody|whoever)|whoever|if somebody wants|somebody who only|everybody who|every |before you (?:promise|change|end|order|book))/i

export function claimsOf(
  outline: Outline,
  desk: Desk,
  { sop, intents }: { sop: SopDocument; intents: Index },
): Claims {
  const scores = new Map(outline.sections.map((section) => [section.id, scoresOf(section, sop, intents)]))
  const best = new Map(
    desk.intents.map(({ id }) => [id, Math.max(0, ...[...scores.values()].map((one) => one.get(id) ?? 0))]),
  )
  return new Map(
    outline.sections.map(({ id }) => {
      const own = scores.get(id) ?? new Map<string, number>()
      const top = Math.max(0, ...own.values())
      const claimed = desk.intents.filter((intent) => {
        const score = own.get(intent.id) ?? 0
        return score >= CLAIM_MIN && score >= CLAIM_SHARE * (best.get(intent.id) ?? 0) && score >= 0.5 * top
      })
      return [id, claimed.map((intent) => intent.id)]
    }),
  )
}

export function scoresOf(
  section: OutlineSection,
  sop: SopDocument,
  intents: Index,
): ReadonlyMap<string, number> {
  const clauses = sop.sections.find(({ id }) => id === section.id)?.clauses ?? []
  const first = clauses[0]?.text ?? ''
  const forWhom = SAYS_FOR_WHOM.test(first) ? (first.split(/[:;]|, (?:look|ask|answer)/)[0] ?? '') : ''
  const ranked = intents.rank([
    { text: section.title, weight: 1 },
    { text: forWhom, weight: 1.2 },
  ])
  return new Map(ranked.map(({ id, score }) => [id, score]))
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
  return merged(groups).map(({ group, own }) => {
    const sections: string[] = []
    let inside = false
    for (const section of order.slice(preamble.length)) {
      if (claimed(section).length > 0) inside = own.includes(section)
      if (inside) sections.push(section)
    }
    return { intents: group, sections: [...preamble, ...sections] }
  })
}

type Group = { readonly group: readonly string[]; readonly own: readonly string[] }

/** Intents that begin in the same section, where one's sections hold the other's, go together: the text tells them apart. */
function merged(groups: readonly Group[]): readonly Group[] {
  const done: Group[] = []
  for (const one of groups) {
    const known = done.findIndex(
      (other) => other.own[0] === one.own[0] && (one.own.length === 1 || other.own.length === 1),
    )
    const mate = done[known]
    if (mate === undefined) done.push(one)
    else
      done[known] = {
        group: [...mate.group, ...one.group],
        own: mate.own.length > one.own.length ? mate.own : one.own,
      }
  }
  return done
}
