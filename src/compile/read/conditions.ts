import type { Condition } from '../outline/outline.ts'
import { measureOf } from './measure.ts'
import { AUXILIARIES, FINITE, firstWord, SUBJECT_STARTS, wordsOf } from './words.ts'

/** "they have none, will not show any, or we find no such order" -> three things of which one must hold. */
export function conditionOf(text: string): Condition {
  const parts = partsOf(text)
  const groups: Part[][] = [[]]
  for (const part of parts) {
    if (part.joined === 'or') groups.push([])
    groups.at(-1)?.push(part)
  }
  let subject: string | null = null
  const alternatives = groups
    .filter((group) => group.length > 0)
    .map((group): Condition => {
      const atoms = group.map((part): Condition => {
        const lacks = /^without\s+(.+)$/i.exec(part.text.trim())?.[1]
        if (lacks !== undefined) return { not: atomOf(lacks) }
        const made = atomOf(part.text, subject)
        subject = made.subject ?? subject
        return made
      })
      return oneOr(atoms, (all) => ({ all }))
    })
  return oneOr(alternatives, (any) => ({ any }))
}

export const negated = (condition: Condition): Condition =>
  'not' in condition ? condition.not : { not: condition }

/** One atom; a part that begins with its verb borrows the subject of the one before. */
export function atomOf(
  text: string,
  borrowed: string | null = null,
): Extract<Condition, { readonly atom: string }> {
  const words = text.trim().replace(/^(?:if|when|that|in case|while)\s+/i, '')
  if (startsWithVerb(words))
    return { atom: words, subject: borrowed, predicate: words, measure: measureOf(words) }
  return { atom: words, ...subjectOf(words), measure: measureOf(words) }
}

const oneOr = (all: readonly Condition[], join: (all: readonly Condition[]) => Condition): Condition => {
  const [only] = all
  return only !== undefined && all.length === 1 ? only : join(all)
}

/** Before and from the first finite verb on. */
export function subjectOf(text: string): { readonly subject: string | null; readonly predicate: string } {
  const words = text.split(' ')
  for (let at = 1; at < Math.min(words.length, 16); at += 1) {
    const word = (words[at] ?? '').toLowerCase().replaceAll(/[^a-z']/g, '')
    if (!FINITE.has(word) || isNounHere(words, at)) continue
    return { subject: words.slice(0, at).join(' '), predicate: words.slice(at).join(' ') }
  }
  return { subject: null, predicate: text }
}

/** "the report", "a second call", "of use": a noun, not the verb of the sentence. */
const isNounHere = (words: readonly string[], at: number): boolean =>
  /^(?:the|a|an|our|their|its|no|any|of|for|to|in|by|with|this|your|his|her|second|last|first|new|such|own)$/i.test(
    words[at - 1] ?? '',
  ) && !AUXILIARIES.has((words[at] ?? '').toLowerCase())

type Part = { readonly joined: 'and' | 'or'; readonly text: string }
type Cut = { readonly start: number; readonly end: number; readonly joins: 'and' | 'or' | null }

/** "water is running": a clause whose subject has no article. */
const BARE_CLAUSE =
  /^(?!who|that|which|whose)[a-z]+(?: (?!we|you|they|it|he|she)[a-z]+)? (?:is|are|was|were|has|have|does|do|did|will|can|cannot)\b/
const JOINT = /,?\s+(or|and|but|nor)\s+(?:(?:if|when|while)\s+)?|,\s+(?:(?:if|when)\s+)?/gi

function partsOf(text: string): readonly Part[] {
  const cuts = cutsOf(text)
  const parts: { joined: 'and' | 'or' | null; text: string }[] = []
  let from = 0
  let joined: 'and' | 'or' | null = 'and'
  for (const cut of cuts) {
    parts.push({ joined, text: text.slice(from, cut.start) })
    from = cut.end
    joined = cut.joins
  }
  parts.push({ joined, text: text.slice(from) })
  return shareVerb(resolveCommas(parts)).filter((part) => part.text.trim() !== '')
}

/** In "a, b, or c" the commas mean what the last word between them means. */
function resolveCommas(parts: readonly { joined: 'and' | 'or' | null; text: string }[]): readonly Part[] {
  let known: 'and' | 'or' = 'or'
  const backwards = [...parts].reverse().map((part): Part => {
    known = part.joined ?? known
    return { joined: known, text: part.text }
  })
  return backwards.reverse()
}

/** "the date or the name does not match": what has no verb borrows the next one's. */
function shareVerb(parts: readonly Part[]): readonly Part[] {
  return parts.map((part, at) => {
    const next = parts[at + 1]
    if (next === undefined || hasVerb(part.text) || !/^(?:the|a|an|their|its|our|no|any)\s/i.test(part.text))
      return part
    const { subject, predicate } = subjectOf(next.text)
    if (/\b(?:that|which|who)$/i.test(subject ?? '') || /^no\s/i.test(part.text)) return part
    return subject === null ? part : { ...part, text: `${part.text} ${predicate}` }
  })
}

function cutsOf(text: string): readonly Cut[] {
  const cuts: Cut[] = []
  let from = 0
  for (const found of text.matchAll(JOINT)) {
    const start = found.index
    const end = start + found[0].length
    const left = text.slice(from, start)
    if (insideBrackets(text, start) || !mayCut(left, text.slice(end), found[0])) continue
    const word = found[1]?.toLowerCase()
    cuts.push({
      start,
      end,
      joins: word === undefined ? null : word === 'or' || word === 'nor' ? 'or' : 'and',
    })
    from = end
  }
  return cuts
}

function mayCut(left: string, right: string, joint: string): boolean {
  const words = wordsOf(left)
  // "they cannot or will not give one": the first half has no meaning alone
  const half = AUXILIARIES.has(words.at(-1) ?? '') || words.at(-1) === 'not'
  if (half && !joint.startsWith(',')) return false
  if (/\b(?:if|when|while)\s+$/i.test(joint)) return true
  if (startsWithVerb(right) && hasVerb(left)) return true
  if (/^(?:without|with)\s/i.test(right)) return true
  // "people who will not say, or whose name we do not know"
  if (hasVerb(left) && /^(?:who|whose)\s/i.test(right) && /\b(?:or|and)\b/.test(joint)) return true
  // "is paid and not yet packed"
  if (hasVerb(left) && /^not (?:yet |already )?[a-z]+(?:ed|en|t)\b/i.test(right)) return true
  if (hasVerb(left) && BARE_CLAUSE.test(right)) return true
  return SUBJECT_STARTS.has(firstWord(right)) && hasVerbSoon(right) && (hasVerb(left) || words.length <= 5)
}

/** Verbs in their third person leave no doubt; "name" or "report" may be things. */
const THIRD =
  /(?:wants|says|names|gives|asks|refuses|hesitates|agrees|accepts|knows|needs|shows|belongs|insists|costs|exceeds|lasts)$/
const startsWithVerb = (text: string): boolean => {
  const word = firstWord(text)
  return AUXILIARIES.has(word) || (FINITE.has(word) && THIRD.test(word))
}

/** A clause of its own: it has a subject and a verb. */
export const isClause = (text: string): boolean => SUBJECT_STARTS.has(firstWord(text)) && hasVerbSoon(text)

const hasVerb = (text: string): boolean => startsWithVerb(text) || subjectOf(text).subject !== null
const hasVerbSoon = (text: string): boolean => subjectOf(text.split(/[,;]/, 1)[0] ?? '').subject !== null

function insideBrackets(text: string, at: number): boolean {
  const open = text.lastIndexOf('(', at)
  return open !== -1 && text.indexOf(')', open) > at
}
