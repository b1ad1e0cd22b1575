import { ABSENT } from '../../base/values/value.ts'
import type { Condition } from '../outline/outline.ts'
import { allOf, anyOf, type Bound, notOf } from './condition.ts'
import { fieldsIn, recordIn } from './find-named.ts'
import { answerOf, lackOf, negativeOf, tieLack } from './tie-lack.ts'
import { tieMeasured, tieNumber, tiePassed, tieSome } from './tie-measure.ts'
import { tieAbsent, tieBelongs, tieFits, tieMatch, tieNone, tieOfRow, tieStock } from './tie-rows.ts'
import { tieValue, valuesNamed } from './tie-value.ts'
import { type Atom, isNegated, type Term, type Tied, type Tying } from './tying.ts'
import { alike, contentOf } from './words.ts'

export function tieCondition(condition: Condition, tying: Tying): Tied {
  if ('all' in condition) return join(condition.all, tying, allOf)
  if ('any' in condition) return join(condition.any, tying, anyOf)
  if ('not' in condition) {
    const inner = tieCondition(condition.not, tying)
    if ('bound' in inner) return { bound: notOf(inner.bound) }
    return 'answer' in inner ? { ...inner, answer: inner.answer === 'yes' ? 'no' : 'yes' } : inner
  }
  return tieAtom(condition, tying)
}

function join(parts: readonly Condition[], tying: Tying, how: (parts: readonly Bound[]) => Bound): Tied {
  const telling = parts.filter((part) => !isAside(part, tying.sentence))
  const tied = (telling.length === 0 ? parts : telling).map((part) => tieCondition(part, tying))
  const answer = tied.find((one) => 'answer' in one)
  if (answer !== undefined) return answer
  const loose = tied.find((one) => 'loose' in one)
  if (loose !== undefined) return loose
  return { bound: how(tied.flatMap((one) => ('bound' in one ? [one.bound] : []))) }
}

/** "the charge comes first: collect it" only says why; "the pipe is" is half a question. */
const isAside = (part: Condition, sentence: string): boolean =>
  'atom' in part &&
  ((part.subject !== null && sentence.includes(`${part.atom}:`)) ||
    /^(?:the|an?) [a-z-]+ (?:is|are)$/i.test(part.atom))

const SAYS_NO =
  /^(?:they|the [a-z]+) (?:do|does|will|would) not$|\bwants? to keep\b|\bwould rather (?:not|keep)\b(?! say)|\bchanges? (?:their|his|her) mind\b|\bdecides? against\b|\b(?:says?|said) no\b|\b(?:do|does) not (?:agree|accept)\b|\b(?:do|does) not want (?!to (?:say|tell|give|answer|name|send))|\b(?:is|are) (?:not|no longer) right\b|\bwould rather\b(?! not say)/

const SAYS_YES =
  /^(?:they|the [a-z]+) (?:do|does|will|would)$|\bsays? yes\b|\bthey (?:agree|accept)\b|\bwould like (?:it|that)\b/

/** Only of a proposal: "Ask if they are sure. If they are not, ...", "Once the tenant has confirmed it, ...". */
const REFUSES =
  /^(?:no|not (?:ok|okay|fine|agreed|confirmed|sure|happy))$|^(?:they|the [a-z]+) (?:is|are|did|do|does) not(?: (?:ok|okay|fine|sure|happy|so sure))?$|^(?:they|the [a-z]+) (?:(?:do|does|did|will|would|should) )?not (?:agree|accept|confirm)\b/
const AGREES =
  /^(?:yes|ok|okay|fine|agreed|confirmed|sure)$|^(?:they|the [a-z]+) (?:is|are|did)(?: (?:ok|okay|fine|sure|happy))?$|^(?:they|the [a-z]+) (?:has|have) (?:confirmed|agreed|accepted|approved)\b|^(?:they|the [a-z]+) (?:confirms?|agrees?|accepts?)\b/

function tieProposed(text: string, { focus }: Tying): Tied | undefined {
  if (focus.answering?.kind !== 'proposal') return undefined
  if (REFUSES.test(text)) return { answer: 'no', about: text }
  return AGREES.test(text) ? { answer: 'yes', about: text } : undefined
}

function tieAtom(atom: Atom, tying: Tying): Tied {
  const text = atom.atom.toLowerCase().replaceAll('’', "'")
  const { focus } = tying
  const proposed = tieProposed(text, tying)
  if (proposed !== undefined) return proposed
  const asksField = focus.answering?.kind === 'field'
  if (/\b(?:says?|said) (?:yes|no)\b|\b(?:accept|agree)/.test(text) || !asksField) {
    if (SAYS_NO.test(text)) return { answer: 'no', about: text }
    if (SAYS_YES.test(text)) return { answer: 'yes', about: text }
  }
  if (/\bor (?:who |that )?(?:do|does|will|would|can|could)(?:n't| not|not)\b/.test(text)) {
    const parts = tieParts(atom, text, tying)
    if (parts !== undefined) return parts
  }
  const tied =
    tieElse(text, tying) ??
    tieBare(text, tying) ??
    tieSubject(atom, tying) ??
    tieLimit(text, tying) ??
    (atom.measure === null ? tieTerm(text, tying.terms) : undefined) ??
    tieIntent(text, tying) ??
    tieStock(text, tying) ??
    tieMatch(text, tying) ??
    tieOfRow(text, tying) ??
    tieBelongs(text, tying) ??
    tieNone(text, tying) ??
    tieLack(text, tying) ??
    tieAbsent(text, tying) ??
    tieMeasured(atom, text, tying) ??
    tiePassed(text, tying) ??
    tieNumber(text, tying) ??
    tieSome(text, tying) ??
    tieFits(text, tying) ??
    tieValue(text, tying) ??
    tieGiven(text, tying)
  if (tied !== undefined) return { bound: tied }
  return tieParts(atom, text, tying) ?? { loose: atom.atom }
}

/** "is calm, or who does not want to say": each part by itself. */
function tieParts(atom: Atom, text: string, tying: Tying): Tied | undefined {
  const parts = text.split(/,?\s+or\s+(?:who |that |which |if )?/)
  if (parts.length < 2) return undefined
  const tied = parts.map((part) => tieAtom({ ...atom, atom: part, measure: null }, tying))
  const bound = tied.flatMap((one) => ('bound' in one ? [one.bound] : []))
  return bound.length === parts.length ? { bound: anyOf(bound) } : undefined
}

/** "For everything else ..." behind a sentence that spares some wishes. */
const tieElse = (text: string, { focus }: Tying): Bound | undefined =>
  text === 'anything else' && focus.spared !== null ? notOf(focus.spared) : undefined

/** "Ask whether they have exported it. Unless they have, ...": yes or no to what was asked. */
function tieBare(text: string, { focus: { field, answering } }: Tying): Bound | undefined {
  const found =
    /^(?:they|the [a-z]+|he|she|it) (?:have|has|do|does|did|are|is|was|were|can|will|would)( not)?$/.exec(
      text,
    ) ?? /^(?:yes|(no))$/.exec(text)
  if (found === null || field === null || answering?.kind !== 'field') return undefined
  const yes: Bound | undefined =
    field.type === 'boolean' ? { name: `fields.${field.id}`, is: '==', value: true } : answerOf('yes', field)
  return found[1] === undefined ? yes : negativeOf(field)
}

/** "A delivered or cancelled order has no address to change": which orders are meant, its subject says. */
function tieSubject({ subject, measure }: Atom, tying: Tying): Bound | undefined {
  if (subject === null || measure !== null || !/^(?:an?|any|every|all) \S+ (?:\S+ ){0,3}\S+$/i.test(subject))
    return undefined
  const own = subject.replace(/^\S+ /, '').toLowerCase()
  if (/\b(?:who|that|which|whose|with|without|of|for|not)\b/.test(own)) return undefined
  const { focus } = tying
  const named = recordIn(own, tying.desk) ?? focus.record
  const values = valuesNamed(own, { ...tying, focus: { ...focus, record: named } })
  const [only] = values
  return only !== undefined && values.length === 1 ? only : undefined
}

/** "later than that", "without a day in our records" */
function tieLimit(text: string, { focus }: Tying): Bound | undefined {
  if (focus.limit === null) return undefined
  if (
    /\b(?:later|longer|older|more) than that\b|^after that\b|^(?:longer|later|older|earlier|further back)(?: ago)?$/.test(
      text,
    )
  )
    return notOf(focus.limit)
  if (
    /^(?:fewer|less|shorter|more|longer) or (?:fewer|less|shorter|more|longer)$|^(?:anything )?(?:outside|beyond) (?:of )?(?:that|this|these)\b/.test(
      text,
    )
  )
    return notOf(focus.limit)
  const column = focus.column
  if (/^an? (?:day|date) in (?:our|the) records?\b/.test(text) && column !== null)
    return { name: column.variable, is: '!=', value: ABSENT }
  if (/\bwithout an? (?:day|date)\b|\bshows? no (?:day|date|delivery)\b/.test(text) && column !== null)
    return { name: column.variable, is: '==', value: ABSENT }
  return undefined
}

/** "with the new address", "with photos": it was given. */
function tieGiven(text: string, { desk, focus }: Tying): Bound | undefined {
  const [field] = fieldsIn(text, desk)
  const own =
    field ??
    (/\b(?:have|has) one\b|^(?:one|any|some|it)$|^an? (?:number|reference|code|name|address|date|day)$/.test(
      text,
    )
      ? focus.field
      : null)
  if (own === null) return undefined
  // "wrong pin twice" says more of it than that it was given
  if (/\b(?:wrong|invalid|incorrect|false|twice|different)\b/.test(text)) return undefined
  return notOf(lackOf(own))
}

export function tieTerm(text: string, terms: readonly Term[]): Bound | undefined {
  const words = contentOf(text)
  const fits = terms.filter(
    ({ stems }) => stems.length > 0 && stems.every((part) => words.some((word) => alike(word, part))),
  )
  const partly = terms.filter(({ stems }) => {
    const shared = stems.filter((part) => words.some((word) => alike(word, part))).length
    return shared >= 2 && shared >= stems.length / 2
  })
  const longest = [...fits].sort((a, b) => b.stems.length - a.stems.length)[0] ?? partly[0]
  // A term is what the condition is, not a word in passing.
  if (longest === undefined || words.length > longest.stems.length + 2) return undefined
  return isNegated(text) === isNegated(longest.words.toLowerCase()) ? longest.bound : notOf(longest.bound)
}

function tieIntent(text: string, { desk, intents }: Tying): Bound | undefined {
  const [best] = intents.rank([{ text, weight: 1 }])
  const asked = /\b(?:asked|asks) (?:for|about)\b|\bcame for\b|\bonly wants? to know\b/.test(text)
  // an intent's whole name: "for the state of a dispute"
  const name = contentOf(desk.intents.find(({ id }) => id === best?.id)?.name ?? '')
  const isName = best?.cued === true && name.length > 1 && contentOf(text).length <= name.length + 1
  if (!asked && !isName) return undefined
  if (best === undefined || best.score < 0.2) return undefined
  const known = desk.intents.find(({ id }) => id === best.id)
  return known === undefined ? undefined : { name: 'fields.intent', is: '==', value: known.id }
}
