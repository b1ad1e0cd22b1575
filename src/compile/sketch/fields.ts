import type { Condition } from '../outline/outline.ts'
import { alike, contentOf, stemsOf, wordsOf } from '../tie/words.ts'

type Atom = Extract<Condition, { readonly atom: string }>

/** "is not available" asks the same as "is available", the other way round. */
const NEGATIVE =
  /\b(?:not|no|never|none|nothing|cannot|neither|without|unable|unavailable|off|disabled|fails?|failed|missing|incorrect|wrong|mistaken|invalid)\b|n't\b/i
const NOT = /\b(?:not|no|never|none|nothing|neither|without)\b|n't\b/i

/** Opposites that no "not" shows. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\bon\b/i, /\boff\b/i],
  [/\b(?:able|can)\b/i, /\b(?:unable|cannot|can't|not able)\b/i],
  [/\byes\b/i, /\bno\b/i],
  [/\bavailable\b/i, /\bunavailable\b/i],
  [/\bright\b|\bcorrect\b/i, /\bwrong\b|\bmistaken\b|\bincorrect\b/i],
  [/\bmore than\b|\blonger\b|\bor more\b|\bor longer\b/i, /\bless than\b|\bshorter\b|\bor less\b/i],
]

/** Whether the second says exactly that the first does not hold. */
export function isOpposite(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.toLowerCase().replaceAll(/\([^()]*\)/g, ' '))
  if (a === undefined || b === undefined) return false
  const bare = (text: string): string => [...contentOf(text.replace(NOT, ' '))].sort().join(' ')
  if (NOT.test(a) !== NOT.test(b) && bare(a) === bare(b)) return true
  return OPPOSITES.some(
    ([yes, no]) => (yes.test(a) && !no.test(a) && no.test(b)) || (no.test(a) && yes.test(b) && !no.test(b)),
  )
}

/** Where "not" stands in a predicate: behind its auxiliaries, not somewhere in a bracket. */
const NEGATED =
  /^((?:(?:is|are|was|were|has|have|had|do|does|did|will|would|can|could|may|might|must|should|still|been|currently) ){0,3})(?:not|never|no|none)\b/i

/** The yes-or-no question an atom answers. */
export function questionOf(atom: Atom): { readonly words: string; readonly yes: boolean } {
  const subject = atom.subject === null ? '' : `${atom.subject} `
  const predicate = atom.predicate.replaceAll(/\([^()]*\)/g, ' ').trim() || atom.predicate
  const short = /^(\w+)n't\b/i.exec(predicate)
  if (short !== null)
    return { words: `${subject}${fullVerb(short[1] ?? '')}${predicate.slice(short[0].length)}`, yes: false }
  if (/^cannot\b/i.test(predicate)) return { words: `${subject}can${predicate.slice(6)}`, yes: false }
  const found = NEGATED.exec(predicate)
  if (found === null || /^no more than\b/i.test(predicate.slice((found[1] ?? '').length)))
    return { words: subject + predicate, yes: true }
  return { words: `${subject}${found[1] ?? ''}${predicate.slice(found[0].length)}`, yes: false }
}

/** ca(n't), wo(n't) */
const fullVerb = (verb: string): string => (verb === 'ca' ? 'can' : verb === 'wo' ? 'will' : verb)

/** A name for a field: a few of the author's words. */
export function fieldName(words: string): string {
  const kept = wordsOf(words).filter((word) => !SKIPPED.has(word) && /^[a-z0-9]+$/.test(word))
  const name = kept.slice(0, 6).join('_').slice(0, 60)
  return /^[a-z]/.test(name) ? name : `x_${name}`.replace(/_$/, '')
}

const SKIPPED = new Set(
  'the a an of to for in on at by with their his her its our your they them it is are was were be do does did has have had that this these those then'.split(
    ' ',
  ),
)

/** "whether they have a receipt", "to look at it and check if service is restored" -> what is asked; null: no such question. */
export function whetherIn(object: string): string | null {
  const found =
    /(?:^|\b(?:check|see|verify|confirm|tell|say|know|ask|asking)\s+)(?:whether|if)\s+(?:or not\s+)?(.+)$/i.exec(
      object,
    )
  return found?.[1] ?? null
}

/** Asks whether the trouble is over, or to try once more what did not work. */
export const isGoal = (words: string): boolean =>
  /\b(?:restored|resolved|fixed|solved|improved|satisfied|persists?|re-?run|re-?test|re-?try|again)\b/i.test(
    words,
  )

/** "still not resolved", "issues persist", "this is not the case": the last question, answered no. */
export const saysStillNot = (words: string): boolean =>
  /\bstill\b|\bpersists?\b|\b(?:this|that|it) is not (?:the case|working)|\b(?:this|that|it) (?:does not|doesn't|did not|didn't) (?:work|help)|\bnot (?:yet )?(?:resolved|solved|fixed)\b|\bsays? no\b/i.test(
    words,
  )

/** "this is working", "they say yes": the last question, answered yes. */
export const saysSo = (words: string): boolean =>
  /^(?:this|that|it) (?:is the case|is working|works|worked|helps|helped)\b|\bsays? yes\b|^(?:the )?(?:issue|problem) is (?:resolved|fixed|solved)\b/i.test(
    words,
  )

/** The same matter in other words: "they have a receipt", "user has receipt". */
export function sameMatter(one: string, other: string): boolean {
  const [a, b] = [contentOf(one), contentOf(other)].map((words) => words.filter((word) => !PERSONS.has(word)))
  if (a === undefined || b === undefined || a.length === 0 || b.length === 0) return false
  const [small, large] = a.length <= b.length ? [a, b] : [b, a]
  return small.every((word) => large.some((each) => alike(word, each)))
}
const PERSONS = new Set(stemsOf('customer user caller client member guest person'))

export const isNegative = (words: string): boolean => NEGATIVE.test(words)
