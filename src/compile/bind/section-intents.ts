import type { SopDocument } from '../../sop/sop.ts'
import type { Outline, OutlineSection } from '../outline/outline.ts'
import type { Desk } from '../tie/desk.ts'
import type { Index } from '../tie/rank.ts'
import { alike, contentOf, holdsPhrase, stemsOf, wordsOf } from '../tie/words.ts'
import { isAside, waivedWhole } from './interrupts.ts'

/** Which intents each section is about. A section nobody claims belongs to everybody (in front) or to the one before it. */
export type Claims = ReadonlyMap<string, readonly string[]>

/** Of an intent's best section, so much of its score claims another one too. */
const CLAIM_SHARE = 0.62
const CLAIM_MIN = 0.35

/** What a sentence says outright counts as the fullest likeness of a title. */
const SAID_SO = 100

/** Finding out who writes and about what: everybody's business. */
const FOR_ALL =
  /^(?:first(?:ly)?[,:]? )?(?:find(?:ing)? (?:the|an?|their)|whose|who (?:is|it|they|you|we)|know(?:ing)? who|check(?:ing)? who|identi(?:ty|fy|fying|fication)|verif(?:y|ying|ication)|authenticat\w+|(?:ask|check) before|before you (?:act|start|begin|do))\b/i

const SAYS_FOR_WHOM =
  /^(?:this section is for|for (?:the |a |an |somebody|everybody|whoever)|whoever|if somebody wants|somebody who only|everybody who|every |before you (?:promise|change|end|order|book))/i

export function claimsOf(
  outline: Outline,
  desk: Desk,
  { sop, intents }: { sop: SopDocument; intents: Index },
): Claims {
  const scores = new Map(
    outline.sections.map((section) => [section.id, scoresOf(section, { sop, intents, desk })]),
  )
  const best = new Map(
    desk.intents.map(({ id }) => {
      const all = [...scores.values()].map((one) => one.get(id) ?? 0)
      return [id, Math.max(0, ...all.filter((score) => score < SAID_SO))]
    }),
  )
  const sentTo = sentToIn(outline)
  // where everybody begins: claimed only by what its first sentence says
  const first = outline.sections.find(({ statements }) => statements.some(({ says }) => says === 'do'))?.id
  const claims = new Map<string, readonly string[]>(
    outline.sections.map(({ id }) => {
      const own = scores.get(id) ?? new Map<string, number>()
      const top = Math.max(0, ...[...own.values()].filter((score) => score < SAID_SO))
      const title = outline.sections.find((section) => section.id === id)?.title ?? ''
      const claimed = desk.intents.filter((intent) => {
        const score = own.get(intent.id) ?? 0
        if ((id === first || FOR_ALL.test(title)) && score < SAID_SO) return false
        // a section others send to is theirs, unless its title is the very name of an intent, or asks what customers ask
        if (sentTo.has(id) && score < 1.4 && asksAlike(intent.id, title, desk) === 0) return false
        return (
          score >= SAID_SO ||
          (score >= CLAIM_MIN && score >= CLAIM_SHARE * (best.get(intent.id) ?? 0) && score >= 0.75 * top)
        )
      })
      return [id, claimed.map((intent) => intent.id)]
    }),
  )
  return withLeftOver(withTitles(claims, outline, { sop, intents, desk }), scores, {
    desk,
    sentTo,
    aside: asidesIn(outline),
  })
}

/** "... for everybody who wants their money back or wants to fly at another time": the sections of those titles are theirs. */
function withTitles(claims: Claims, outline: Outline, { sop, intents, desk }: Sources): Claims {
  const result = new Map(claims)
  for (const section of outline.sections)
    for (const { words, ids } of saidFor(section, { sop, intents, desk })) {
      const own = contentOf(words)
      for (const other of outline.sections) {
        const title = contentOf(other.title)
        const shared = title.filter((word) => own.some((part) => alike(word, part))).length
        if (other !== section && shared >= 2 && shared >= 0.6 * title.length)
          result.set(other.id, [...new Set([...(result.get(other.id) ?? []), ...ids])])
      }
    }
  return result
}

const asidesIn = (outline: Outline): ReadonlySet<string> =>
  new Set(
    outline.sections
      .filter((section) => isAside(section) || waivedWhole(section, outline) !== null)
      .map(({ id }) => id),
  )

/** Sections that other sentences send to, and those under them. */
function sentToIn(outline: Outline): ReadonlySet<string> {
  const text = JSON.stringify(outline.sections.map(({ statements }) => statements))
  const numbers = [...text.matchAll(/"does":"go","to":"(?:section |step )?(\d+(?:\.\d+)*)/g)].map(
    ([, number = '']) => number,
  )
  const ids = outline.sections.map(({ id }) => id)
  return new Set(ids.filter((id) => numbers.some((number) => id === number || id.startsWith(`${number}.`))))
}

/** An intent nobody claims takes the section that is left and speaks of it most. */
function withLeftOver(
  claims: ReadonlyMap<string, readonly string[]>,
  scores: ReadonlyMap<string, ReadonlyMap<string, number>>,
  { desk, sentTo, aside }: { desk: Desk; sentTo: ReadonlySet<string>; aside: ReadonlySet<string> },
): Claims {
  const claimed = new Set([...claims.values()].flat())
  const left = desk.intents.filter(({ id }) => !claimed.has(id))
  const order = [...claims.keys()]
  const from = order.findIndex((section) => (claims.get(section) ?? []).length > 0)
  const result = new Map(claims)
  for (const { id } of left) {
    const open = order
      .slice(from + 1)
      .filter((section) => (result.get(section) ?? []).length === 0 && !aside.has(section))
    const unsent = open.filter((section) => !sentTo.has(section))
    const free = unsent.length > 0 ? unsent : open
    const [best] = [...free].sort((a, b) => (scores.get(b)?.get(id) ?? 0) - (scores.get(a)?.get(id) ?? 0))
    if (best !== undefined && (scores.get(best)?.get(id) ?? 0) > 0) result.set(best, [id])
  }
  return result
}

export function scoresOf(
  section: OutlineSection,
  { sop, intents, desk }: Sources,
): ReadonlyMap<string, number> {
  const said = saidFor(section, { sop, intents, desk })
  // a section that says whom it is for needs no guessing from its title
  const title = contentOf(section.title)
  const ranked = said.length > 0 ? [] : intents.rank([{ text: section.title, weight: 1 }])
  // "Ending a line" holds the whole name of one intent: then it is of no other
  const whole = ranked.filter(({ id }) => title.length > 1 && nameShare(id, title, desk) === 0.5)
  const scores = new Map(
    (whole.length > 0 ? whole : ranked).map(
      ({ id, score }) =>
        [id, score + saidAs(id, section.title, desk) + asksAlike(id, section.title, desk)] as const,
    ),
  )
  for (const { ids } of said) for (const id of ids) scores.set(id, SAID_SO)
  return scores
}

type Sources = { readonly sop: SopDocument; readonly intents: Index; readonly desk: Desk }

/** "Where is my order?" as a title is how customers open with it. */
function saidAs(id: string, title: string, desk: Desk): number {
  const words = stemsOf(title)
  const phrases = desk.intents.find((intent) => intent.id === id)?.phrases ?? []
  return words.length >= 3 && phrases.some((phrase) => holdsPhrase(stemsOf(phrase), words)) ? 3 : 0
}

/** "Shipping, and where an order is" is what "Where is my order?" asks: the question word with the thing it asks about. */
function asksAlike(id: string, title: string, desk: Desk): number {
  const asked = wordsOf(title).filter((word) => /^(?:where|when|why|how)$/.test(word))
  const things = contentOf(title)
  if (asked.length === 0) return 0
  const phrases = desk.intents.find((intent) => intent.id === id)?.phrases ?? []
  const alikes = phrases.filter((phrase) => {
    const words = wordsOf(phrase)
    const own = contentOf(phrase)
    return (
      asked.some((word) => words.includes(word)) &&
      things.some((part) => own.some((word) => alike(word, part)))
    )
  })
  return alikes.length === 0 ? 0 : 0.5 + alikes.length / phrases.length
}

/** How much of an intent's name is said. */
function nameShare(id: string, words: readonly string[], desk: Desk): number {
  const name = contentOf(desk.intents.find((intent) => intent.id === id)?.name ?? '')
  const said = name.filter((part) => words.some((word) => alike(word, part))).length
  return (0.5 * said) / Math.max(1, name.length)
}

/** What the first sentence says the section is for, part by part. */
function saidFor(
  section: OutlineSection,
  { sop, intents, desk }: Sources,
): readonly { readonly words: string; readonly ids: readonly string[] }[] {
  const first = sop.sections.find(({ id }) => id === section.id)?.clauses[0]?.text ?? ''
  const kinds = /^(?:two|three|four|five|six|\d+|these) kinds? of [^:]{3,80}: (.+?)\.?$/i.exec(first)?.[1]
  const forWhom =
    kinds !== undefined
      ? kinds
      : SAYS_FOR_WHOM.test(first)
        ? (first.split(/[:;]|, (?:look|ask|answer)/)[0] ?? '')
        : ''
  return forWhom.split(/,\s*(?:and\s+)?|\s+(?:and|or)\s+/).flatMap((words) => {
    const own = contentOf(words)
    const ranked = intents
      .rank([{ text: words, weight: 1 }])
      .map((one) => ({ ...one, score: one.score + nameShare(one.id, own, desk) }))
      .sort((a, b) => b.score - a.score)
    const top = ranked[0]?.score ?? 0
    const ids = ranked.filter(({ score }) => score > 0.15 && score >= 0.8 * top).map(({ id }) => id)
    return ids.length === 0 ? [] : [{ words, ids }]
  })
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
