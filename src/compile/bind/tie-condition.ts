import { ABSENT, REFUSED, UNAVAILABLE, type Value } from '../../base/value.ts'
import type { Condition, Measure } from '../outline.ts'
import { allOf, anyOf, type Bound, FALSE, notOf, oneOf } from './condition.ts'
import { type Derived, derivedSame, derivedSince, derivedUntil } from './derived.ts'
import type { Desk, DeskColumn, DeskField, DeskRecord } from './desk.ts'
import type { Focus } from './focus.ts'
import type { Index } from './rank.ts'
import type { ValueTable } from './value-table.ts'
import { alike, contentOf, holdsPhrase, stem, stemsOf, wordsOf } from './words.ts'

/** What an author's condition is about, once tied: variables, or the customer's answer to what was proposed. */
export type Tied =
  | { readonly bound: Bound }
  | {
      readonly answer: 'yes' | 'no'
      readonly about: string /** what was proposed, where it is known */
      readonly tool?: string
    }
  | { readonly loose: string }

export type Tying = {
  readonly desk: Desk
  readonly intents: Index
  readonly focus: Focus
  readonly terms: readonly Term[]
  readonly derived: Map<string, Derived>
  readonly values: readonly ValueTable[]
  /** the whole sentence the condition stands in */
  readonly sentence: string
}
/** A name the author gave to a condition: "a course matter". */
export type Term = { readonly stems: readonly string[]; readonly bound: Bound; readonly words: string }

type Atom = Extract<Condition, { readonly atom: string }>

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
  (sentence.includes(`${part.atom}:`) || /^(?:the|an?) [a-z-]+ (?:is|are)$/i.test(part.atom))

const SAYS_NO =
  /^(?:they|the [a-z]+) (?:do|does|will|would) not$|\bwants? to keep\b|\bwould rather (?:not|keep)\b(?! say)|\bchanges? (?:their|his|her) mind\b|\bdecides? against\b|\b(?:says?|said) no\b|\b(?:do|does) not (?:agree|accept)\b|\b(?:do|does) not want (?!to (?:say|tell|give|answer|name|send))|\b(?:is|are) (?:not|no longer) right\b|\bwould rather\b(?! not say)/
const SAYS_YES =
  /^(?:they|the [a-z]+) (?:do|does|will|would)$|\bsays? yes\b|\bthey (?:agree|accept)\b|\bwould like (?:it|that)\b/

function tieAtom(atom: Atom, tying: Tying): Tied {
  const text = atom.atom.toLowerCase().replaceAll('’', "'")
  const { focus } = tying
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
    )
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
  return own === null ? undefined : notOf(lackOf(own))
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

/** "there is none left in stock", "it has no seat left" */
function tieStock(text: string, tying: Tying): Bound | undefined {
  if (
    !/\b(?:no|none|nothing|not any|not one)\b.*\b(?:left|in stock|available|free)\b|\bout of stock\b|\bsold out\b/.test(
      text,
    )
  )
    return undefined
  const column = bestColumn(text, tying, (one) => one.column.type === 'number')
  return column === undefined ? undefined : { name: column.variable, is: '<', value: 1 }
}

function tieMatch(text: string, tying: Tying): Bound | undefined {
  const differs =
    /\bis not the [a-z ]{2,40} (?:on|in|of|under|we have) |\b(?:not|n't|cannot) (?:\w+ )?match|\bnot (?:the )?(?:one|ones|same)\b|\banother one\b|\bdiffer|\bis wrong\b|\bwrong again\b|\bnot agree with\b|\bmismatch/.test(
      text,
    )
  const same = !differs && /\bmatch(?:es|ed)?\b|\bthe same\b/.test(text)
  if (!differs && !same) return undefined
  const named = fieldsIn(text, tying.desk)
  const last = tying.focus.matched
  const fields =
    named.length > 0 ? named : last.length > 0 ? last : tying.focus.field === null ? [] : [tying.focus.field]
  const pairs = fields.flatMap((field) => matchOf(field, tying))
  if (pairs.length === 0) return undefined
  const sameSentence = tying.sentence !== '' && tying.focus.matchedIn === tying.sentence
  tying.focus.matched = sameSentence ? [...new Set([...last, ...fields])] : fields
  tying.focus.matchedIn = tying.sentence
  const equal = allOf(pairs.map((name): Bound => ({ name, is: '==', value: true })))
  return same ? equal : anyOf(pairs.map((name): Bound => ({ name, is: '!=', value: true })))
}

/** The column that holds what the customer says: an e-mail field and a row's e-mail. */
function matchOf(field: DeskField, { desk, derived, focus }: Tying): readonly string[] {
  const own = contentOf(field.id)
  const fitting = desk.columns.filter(
    ({ column, stems, record }) =>
      (column.type === 'string' || column.type === 'date') &&
      column.refers === null &&
      desk.world.tables.get(record.table)?.key !== column.name &&
      // a row found by what they said holds what they said
      record.by !== `fields.${field.id}` &&
      stems.length > 0 &&
      stems.every((part) => own.some((word) => alike(word, part))),
  )
  const seen = ({ record }: DeskColumn) => (focus.seen.has(record.name) ? 0.5 : 0)
  const best = [...fitting].sort((a, b) => b.stems.length + seen(b) - a.stems.length - seen(a))[0]
  return best === undefined
    ? []
    : [derivedSame(derived, `fields.${field.id}`, best.variable, `${field.id}_matches`)]
}

/** "an owner of that very workspace", "an invoice of another workspace": the row's own, and which row it hangs on. */
function tieOfRow(text: string, tying: Tying): Bound | undefined {
  const found = /^(.*?)\bof (that very|this very|the very same|the same|another|a different) ([a-z]+)\b/.exec(
    text,
  )
  if (found?.[2] === undefined || found[3] === undefined) return undefined
  const { desk, derived, focus } = tying
  const noun = found[3]
  const owned = recordIn(found[1] ?? '', desk) ?? focus.record
  for (const { record, column, variable } of desk.columns) {
    const named = stemsOf(column.refers ?? '').some((part) => alike(part, stem(noun)))
    if (record.name !== owned?.name || column.refers === null || !named) continue
    const owner = desk.records.find((one) => one.table === column.refers && one.name !== record.name)
    if (owner === undefined) continue
    const same: Bound = {
      name: derivedSame(derived, owner.by, variable, `own_${record.name}`),
      is: '==',
      value: true,
    }
    if (/another|different/.test(found[2])) return notOf(same)
    const rest = found[1]?.trim() ?? ''
    const value = tieValue(rest, tying)
    return value === undefined ? same : allOf([value, same])
  }
  return undefined
}

function tieBelongs(text: string, tying: Tying): Bound | undefined {
  const found =
    /\bbelongs? to (another|somebody else|someone else|a different|this|the same|them|the)\b/.exec(text)
  if (found === null) return undefined
  const { desk, derived, focus } = tying
  const record = recordIn(text, desk, { besides: (one) => one.name !== focus.record?.name }) ?? focus.record
  const owned = focus.record
  if (record === null || owned === null) return undefined
  for (const column of desk.columns.filter(
    (one) => one.record.name === owned.name && one.column.refers !== null,
  )) {
    const owner = desk.records.find((one) => one.table === column.column.refers && one.name !== owned.name)
    if (owner === undefined) continue
    const name = derivedSame(derived, owner.by, column.variable, `own_${owned.name}`)
    const foreign = /another|else|different/.test(found[1] ?? '')
    return { name, is: foreign ? '!=' : '==', value: true }
  }
  return undefined
}

/** "our record shows no disruption": the column's own word for none. */
function tieNone(text: string, { desk }: Tying): Bound | undefined {
  const what =
    /\b(?:shows?|has|have|with|is|says?|on) no ([a-z -]+?)(?: any more| any longer| at all)?$/.exec(text)?.[1]
  if (what === undefined) return undefined
  const words = contentOf(what)
  const column = desk.columns.find(
    ({ column: { type, of }, stems }) =>
      type === 'enum' &&
      of.includes('none') &&
      stems.every((part) => words.some((word) => alike(word, part))),
  )
  return column === undefined ? undefined : { name: column.variable, is: '==', value: 'none' }
}

const LACKS =
  /\b(?:will|would|do|does|did|can|could)(?: not|n't)(?: want to| like to)? (?:give|name|say|tell|answer|provide|show|send|disclose|share)\b|\b(?:cannot|can't)(?: or will not)? (?:give|say|tell|name|show|provide|send|answer)\b|\b(?:gives?|names?|has|have|had|shows?|sends?) (?:none|neither|nothing|no one)\b|\bwon't (?:say|give|tell|answer)\b|\brefuses? to\b|\bis (?:missing|refused)\b|\bmissing\b|\b(?:have|has|had|gives?|names?) not\b(?! been)|^refused\b/
const HAS_NO = /\b(?:has|have|had|gives?|names?|is|with) no\b|^no\b|\bwithout\b/

function tieLack(text: string, tying: Tying): Bound | undefined {
  const { focus, desk } = tying
  const named = fieldsIn(text, desk)
  if (/\banything\b.*\b(?:missing|refused)\b/.test(text)) {
    const record = /\bnot known\b/.test(text) ? focus.record : null
    const absent: readonly Bound[] =
      record === null ? [] : [{ name: `records.${record.name}`, is: '==', value: ABSENT }]
    return anyOf([...focus.asked.map(lackOf), ...absent])
  }
  if (/^refused\b/.test(text) && focus.asked.length > 0) return anyOf(focus.asked.map(lackOf))
  if (LACKS.test(text)) {
    const field = named[0] ?? focus.field
    if (field === null || field === undefined) return undefined
    focus.field = field
    if (/\b(?:have|has|had) not\b/.test(text)) return negativeOf(field)
    return lackOf(field)
  }
  const asked = focus.field ?? focus.asked.at(-1) ?? null
  if (named.length === 0 && asked !== null && /\bno (?:number|reference|code|id)\b/.test(text))
    return lackOf(byNumber(focus) ?? asked)
  const field = named[0]
  // "no danger" is an answer, "no order number" is none
  if (field !== undefined && field.type !== 'enum' && HAS_NO.test(text)) {
    focus.field = field
    return lackOf(field)
  }
  return undefined
}

/** "they have no number": the last key that was asked for. */
const byNumber = ({ asked, record }: Focus): DeskField | undefined =>
  [...asked].reverse().find(({ id }) => record?.by === `fields.${id}`) ??
  [...asked].reverse().find(({ name }) => /\b(?:number|reference|code|id)\b/i.test(name))

/** What "they give none" means of a field: for a yes-or-no one also the no. */
export function lackOf(field: DeskField): Bound {
  if (field.type === 'boolean') return { name: `fields.${field.id}`, is: '!=', value: true }
  const lacks = field.mayBe.map((one): Value => (one === 'refused' ? REFUSED : UNAVAILABLE))
  return lacks.length === 0 ? FALSE : oneOf(`fields.${field.id}`, lacks)
}

/** The answer to a question as a value of the field that was asked for: most of its wordings say so. */
export function answerOf(answer: 'yes' | 'no', field: DeskField): Bound | undefined {
  const says = answer === 'yes' ? /^(?:yes|sure|go on|please do)\b/i : /^no\b|^i (?:do not|don't) want\b/i
  const share = ({ phrases }: { readonly phrases: readonly string[] }) =>
    phrases.filter((said) => says.test(said)).length / Math.max(1, phrases.length)
  const [best] = [...field.values].sort((a, b) => share(b) - share(a))
  if (best === undefined || share(best) < 0.5) return undefined
  const value = field.type === 'boolean' ? best.id === 'true' : best.id
  return { name: `fields.${field.id}`, is: '==', value }
}

/** "they have not": the value that says no. */
function negativeOf(field: DeskField): Bound {
  if (field.type === 'boolean') return { name: `fields.${field.id}`, is: '!=', value: true }
  const no = field.values.find(
    ({ id, phrases }) => /^not?_|_not?_|^none$/.test(id) || phrases.every((said) => /^no\b/i.test(said)),
  )
  return no === undefined ? lackOf(field) : { name: `fields.${field.id}`, is: '==', value: no.id }
}

function tieAbsent(text: string, tying: Tying): Bound | undefined {
  if (
    !/\bno such\b|\bthere is nothing\b|\bnothing (?:is |was )?(?:found|noted|there|on file|recorded|comes? up)\b|\bno [a-z ]{2,30} comes? up\b|\bleads? nowhere\b|\bcannot be found\b|\b(?:is|are) unknown\b|\b(?:is|are) not (?:there|known|on record|in our records|found)\b|^not known\b|\bnot known to us\b|\b(?:do|does|did) not (?:know|sell|find|have|exist)\b|\bthere is (?:none|no)\b|\bis none\b|\bcannot find\b|^none\b/.test(
      text,
    )
  ) {
    const named = /\b(?:has|have) no\b|\bwithout\b|^no\b/.test(text) ? recordIn(text, tying.desk) : null
    if (named !== null) return { name: `records.${named.name}`, is: '==', value: ABSENT }
    if (/\b(?:is|are) (?:there|found)\b/.test(text)) {
      const record = recordIn(text, tying.desk) ?? tying.focus.record
      return record === null ? undefined : { name: `records.${record.name}`, is: '!=', value: ABSENT }
    }
    return undefined
  }
  const last = tying.focus.record
  const nothing = /\bnothing\b|\bnowhere\b/.test(text)
  const named = nothing && last !== null ? last : recordIn(text, tying.desk)
  // of two ways to such a row, the one that was just looked up
  const record = named !== null && last !== null && named.table === last.table ? last : (named ?? last)
  if (record === null) return undefined
  tying.focus.record = record
  return { name: `records.${record.name}`, is: '==', value: ABSENT }
}

const MONEY = /^(?:[$€£]|euros?|pounds?|dollars?|cents?)$/
const TIME = /\b(?:hours?|hrs?|days?|weeks?|months?|years?)\b/

export function tieMeasured(atom: Pick<Atom, 'measure'>, text: string, tying: Tying): Bound | undefined {
  const measure = atom.measure
  if (measure === null) return undefined
  const measured = measuredBy(measure, text, tying)
  if (measured === undefined) return undefined
  const bound: Bound = { name: measured, is: measure.compare, value: measure.amount }
  const rest = text.replace(
    /\b(?:up to|no more than|more than|less than|at least|within|\d+ \w+ or)\b.*$/,
    '',
  )
  const also = rest.includes(',') ? tieValue(rest, tying) : flagIn(rest, measured, tying)
  return also === undefined ? bound : allOf([also, bound])
}

/** "insured for more than 500": insured in the first place. */
function flagIn(text: string, measured: string, { desk }: Tying): Bound | undefined {
  const words = contentOf(text)
  const flag = desk.columns.find(
    ({ column, stems, variable }) =>
      column.type === 'boolean' &&
      stems.every((part) => words.some((word) => alike(word, part))) &&
      variable.split('.')[1] === measured.split('.')[1],
  )
  return flag === undefined ? undefined : { name: flag.variable, is: '==', value: true }
}

function measuredBy(measure: Measure, text: string, tying: Tying): string | undefined {
  const { desk, derived, focus } = tying
  const isTime = measure.unit !== null && TIME.test(measure.unit)
  const unit = stem(measure.unit ?? '')
  const field = desk.fields.find(
    ({ type, id, name }) =>
      type === 'number' &&
      (measure.unit === null
        ? contentOf(name).some((word) => contentOf(text).some((other) => alike(word, other)))
        : stemsOf(`${id} ${name}`).some((word) => alike(word, unit))),
  )
  if (field !== undefined && measure.from === null && !/\bago\b/.test(text)) return `fields.${field.id}`
  // "Ask until what hour. ... Later than 16:00": the number they have just been asked for
  const { field: asked } = focus
  const names = desk.columns.some(
    ({ column, stems }) =>
      column.type === 'number' && stems.some((part) => contentOf(text).some((word) => alike(word, part))),
  )
  if (measure.unit === null && asked?.type === 'number' && !names) return `fields.${asked.id}`
  if (!isTime) {
    const isMoney = measure.unit !== null && MONEY.test(measure.unit)
    return bestColumn(text, tying, (one) => one.column.type === 'number' && (isMoney || true))?.variable
  }
  const column = bestColumn(text, tying, (one) => one.column.type === 'date')
  if (column === undefined) return undefined
  focus.column = column
  const ahead = /\b(?:before|until|left|to go|away|ahead|from now)\b/.test(measure.from ?? '')
  return ahead ? derivedUntil(derived, column) : derivedSince(derived, column)
}

/** "access has ended", "the last day is today or later", "the document has expired" */
function tiePassed(text: string, tying: Tying): Bound | undefined {
  const over =
    /\b(?:has|have|is|are) (?:already )?(?:ended|left|passed|expired|gone|departed|over|run out)\b|\bpast its\b/.test(
      text,
    )
  const ahead = /\btoday or later\b|\bstill (?:runs|counts|open)\b|\bnot (?:ended|expired|passed) yet\b/.test(
    text,
  )
  if (!over && !ahead) return undefined
  // "it is still open" of a row that can be open speaks of that
  if (candidatesIn(text, tying).some(({ name }) => name.startsWith(`records.${tying.focus.record?.name}.`)))
    return undefined
  const column = bestColumn(text, tying, (one) => one.column.type === 'date')
  if (column === undefined) return undefined
  tying.focus.column = column
  return { name: derivedUntil(tying.derived, column), is: over ? '<' : '>=', value: 0 }
}

/** The date column ahead of which something counts. */
export function tieUntil(words: string, tying: Tying): Bound | undefined {
  const column = bestColumn(words, tying, (one) => one.column.type === 'date')
  return column === undefined ? undefined : { name: derivedUntil(tying.derived, column), is: '>=', value: 0 }
}

/** "0" under "Exit fee", "has an exit fee of 0" */
function tieNumber(text: string, tying: Tying): Bound | undefined {
  const number = /^(?:.*\b(?:of|is) )?(\d+)$/.exec(text)?.[1]
  if (number === undefined) return undefined
  const column = bestColumn(text, tying, (one) => one.column.type === 'number')
  if (column === undefined) return undefined
  const value = Number(number)
  return { name: column.variable, is: value === 0 ? '<=' : '==', value }
}

/** "the line already has the package that fits": each row's package with what the row is for. */
function tieFits(text: string, { desk, values }: Tying): Bound | undefined {
  const noun = /\bhas the ([a-z]+) that (?:fits|suits)\b/.exec(text)?.[1]
  if (noun === undefined) return undefined
  const column = desk.columns.find(
    ({ column: { type }, stems }) => type === 'enum' && stems.includes(stem(noun)),
  )
  if (column === undefined) return undefined
  for (const { headers, rows } of values) {
    const at = headers.findIndex((header) => stemsOf(header).includes(stem(noun)))
    const parts = rows.flatMap(({ when, cells }) => {
      const words = stemsOf(cells[at] ?? '')
      const value = column.column.of.find((one) => holdsPhrase(words, stemsOf(one)))
      return value === undefined ? [] : [allOf([when, { name: column.variable, is: '==', value }])]
    })
    if (at !== -1 && parts.length === rows.length) return anyOf(parts)
  }
  return undefined
}

const isNegated = (text: string): boolean =>
  /\b(?:not|no|never|without|nothing|nobody|none|cannot)\b|n't\b/.test(text)

type Candidate = { readonly name: string; readonly value: Value; readonly score: number }

function tieValue(text: string, tying: Tying): Bound | undefined {
  const strong = candidatesIn(text, tying)
  const best = [...strong].sort((a, b) => b.score - a.score)[0]
  const pieces = tiePieces(text, tying)
  if (pieces !== undefined) return pieces
  if (best !== undefined) {
    const values = widest(strong.filter(({ name, score }) => name === best.name && score > 0))
    remember(best.name, tying)
    const bound = oneOf(best.name, values)
    return isNegated(besides(text, values)) ? notOf(bound) : bound
  }
  return tieSaid(text, tying)
}

/** Without the words of the values themselves: "not arrived" is such a value, and denies nothing. */
function besides(text: string, values: readonly Value[]): string {
  const own = values.flatMap((value) => wordsOf(String(value)))
  const words = wordsOf(text.replace(/\bno (?:more|less|later) than\b/g, ''))
  return words.filter((word) => !own.includes(word)).join(' ')
}

/** "about lateness or about the driver": each piece by its own words or by how customers say it. */
function tiePieces(text: string, tying: Tying): Bound | undefined {
  const pieces = text.split(/,\s*(?:or\s+)?|\s+or\s+/).filter((piece) => contentOf(piece).length > 0)
  if (pieces.length < 2 || tying.focus.field === null) return undefined
  const name = `fields.${tying.focus.field.id}`
  const values = pieces.map((piece): readonly Value[] => {
    const strong = candidatesIn(piece, tying).filter((one) => one.name === name)
    if (strong.length > 0) return widest(strong)
    const said = tying.focus.field === null ? undefined : saidIn(piece, tying.focus.field)
    return said === undefined || said.denied ? [] : [said.id]
  })
  return values.every((one) => one.length > 0) ? oneOf(name, values.flat()) : undefined
}

/** Of "delivered" and "out for delivery" in the same words only the one that takes more of them. */
function widest(found: readonly Candidate[]): readonly Value[] {
  const stems = (value: Value) => stemsOf(String(value))
  return found
    .filter(({ value }) =>
      found.every(
        (other) =>
          other.value === value ||
          stems(other.value).length <= stems(value).length ||
          !stems(value).every((part) => stems(other.value).some((word) => alike(word, part))),
      ),
    )
    .map(({ value }) => value)
}

function remember(name: string, { desk, focus }: Tying): void {
  const column = desk.columns.find(({ variable }) => variable === name)
  if (column !== undefined) {
    focus.column = column
    focus.record = column.record
  }
}

/** Values whose own words stand in the text, and nothing weaker: one condition a variable. */
export function valuesNamed(text: string, tying: Tying): readonly Bound[] {
  const best = new Map<string, Candidate>()
  for (const one of candidatesIn(text.toLowerCase(), tying)) {
    const words = stemsOf(String(one.value)).join(' ')
    if (one.score > (best.get(words)?.score ?? 0)) best.set(words, one)
  }
  const found = [...best.values()]
  const names = [...new Set(found.map(({ name }) => name))]
  return names.map((name) => oneOf(name, widest(found.filter((one) => one.name === name))))
}

/** The fields among whose answers the text names some: "asked about fraud and danger". */
export function fieldsOfValues(text: string, tying: Tying): readonly DeskField[] {
  const names = new Set(candidatesIn(text.toLowerCase(), tying).map(({ name }) => name))
  return tying.desk.fields.filter(({ id }) => names.has(`fields.${id}`))
}

/** A yes-or-no column a whole row speaks of: "we have paid before | say that it is compensated once". */
export function flagNamed(text: string, { desk, focus }: Tying): Bound | undefined {
  const words = contentOf(text)
  const flags = desk.columns.filter(
    ({ column, stems }) =>
      column.type === 'boolean' && stems.every((part) => words.some((word) => alike(word, part))),
  )
  const flag = flags.find(({ record }) => record.name === focus.record?.name) ?? flags[0]
  return flag === undefined ? undefined : { name: flag.variable, is: '==', value: true }
}

/** Values whose own words stand in the text. */
function candidatesIn(text: string, { desk, focus }: Tying): readonly Candidate[] {
  const words = stemsOf(text)
  const content = contentOf(text)
  const near = (own: readonly string[]) =>
    own.filter((part) => content.some((word) => alike(word, part))).length / Math.max(1, own.length)
  const holds = (own: readonly string[]) =>
    own.length > 0 &&
    (holdsPhrase(words, own) || own.every((part) => words.some((word) => alike(word, part))))
  const said = desk.fields.flatMap((field) =>
    field.type !== 'enum'
      ? []
      : field.values.flatMap(({ id, name }): readonly Candidate[] =>
          holds(stemsOf(name))
            ? [
                {
                  name: `fields.${field.id}`,
                  value: id,
                  score: 1 + (focus.field?.id === field.id ? 2 : 0) + near(contentOf(field.name)),
                },
              ]
            : [],
        ),
  )
  const shown = desk.columns.flatMap(({ variable, column, record, stems }): readonly Candidate[] => {
    const bonus =
      (focus.column?.variable === variable ? 0.8 : 0) +
      (focus.record?.name === record.name ? 0.5 : 0) +
      (focus.seen.has(record.name) ? 0.4 : 0) +
      near(stems) +
      near([stem(record.name)])
    // "the member is an owner": the row's own name is no value of it
    const others = column.of.filter(
      (value) => holds(stemsOf(value)) && !alike(stem(value), stem(record.name)),
    )
    if (column.type === 'enum')
      return column.of.flatMap((value) =>
        holds(stemsOf(value)) && (others.length === 0 || others.includes(value))
          ? [{ name: variable, value, score: 1 + bonus + stemsOf(value).length / 4 }]
          : [],
      )
    if (column.type !== 'boolean') return []
    const un = stems.some((part) => words.includes(`un${part}`))
    return un || holds(stems) ? [{ name: variable, value: !un, score: 0.9 + bonus + stems.length / 4 }] : []
  })
  return [...said, ...shown]
}

/** A value by how customers say it: only of the field that was just asked for. */
function tieSaid(text: string, { desk, focus }: Tying): Bound | undefined {
  const { field } = focus
  if (field === null || field.values.length === 0) return undefined
  const pieces = text.split(/,\s*(?:or\s+)?|\s+or\s+/).filter((piece) => contentOf(piece).length > 0)
  const values = pieces.map((piece) => saidIn(piece, field))
  if (values.length === 0 || values.some((value) => value === undefined)) return undefined
  const known = desk.fields.find(({ id }) => id === field.id)
  const real = values.flatMap((value): readonly Value[] =>
    value === undefined ? [] : [known?.type === 'boolean' ? value.id === 'true' : value.id],
  )
  const bound = oneOf(`fields.${field.id}`, real)
  return values.some((value) => value?.denied) ? notOf(bound) : bound
}

/** The value whose own way of being said is nearest; `denied` where one says it and the other says it not. */
function saidIn(
  text: string,
  field: DeskField,
): { readonly id: string; readonly denied: boolean } | undefined {
  const content = contentOf(text)
  const spoken = field.values.map(({ name, phrases }) => [name, ...phrases].flatMap(contentOf))
  // a word that every answer may hold ("want") tells little
  const rare = (word: string): number => {
    const met = spoken.filter((own) => own.some((other) => alike(word, other))).length
    return Math.log(1 + spoken.length / Math.max(1, met)) / Math.log(1 + spoken.length)
  }
  const scored = field.values.flatMap(({ id, name, phrases }) =>
    [name, ...phrases].map((phrase) => {
      const own = contentOf(phrase)
      const shared = content
        .filter((word) => own.some((other) => alike(word, other)))
        .reduce((sum, word) => sum + rare(word), 0)
      const agrees = isNegated(phrase.toLowerCase()) === isNegated(text) ? 0.3 : 0
      return { id, phrase, score: shared === 0 ? 0 : shared + agrees }
    }),
  )
  const [best, ...others] = [...scored].sort((a, b) => b.score - a.score)
  if (best === undefined || best.score === 0) return undefined
  const rival = others.find(({ id, score }) => id !== best.id && score === best.score)
  if (rival !== undefined) return undefined
  return { id: best.id, denied: !isNegated(text) && deniesIn(best.phrase, content) }
}

/** "I have not tried" denies "tried"; "I am not sure, let me think" does not deny "think". */
function deniesIn(phrase: string, content: readonly string[]): boolean {
  const words = wordsOf(phrase)
  return words.some(
    (word, at) =>
      content.some((other) => alike(stem(word), other)) &&
      words.slice(Math.max(0, at - 3), at).some((before) => isNegated(before)),
  )
}

/** Fields whose name or cue stands in the text, in the order they stand there. */
export function fieldsIn(text: string, desk: Desk): readonly DeskField[] {
  const words = stemsOf(text)
  const found = desk.fields.flatMap((field) => {
    const at = Math.min(
      ...[field.name, ...field.phrases.slice(field.phrases.length > 3 ? 3 : 0)].map((phrase) =>
        placeOf(words, stemsOf(phrase)),
      ),
    )
    return at === Number.POSITIVE_INFINITY ? [] : [{ field, at }]
  })
  return found.sort((a, b) => a.at - b.at).map(({ field }) => field)
}

function placeOf(words: readonly string[], phrase: readonly string[]): number {
  if (phrase.length === 0) return Number.POSITIVE_INFINITY
  for (let at = 0; at + phrase.length <= words.length; at += 1)
    if (phrase.every((part, index) => alike(words[at + index] ?? '', part))) return at
  return Number.POSITIVE_INFINITY
}

export function recordIn(
  text: string,
  desk: Desk,
  { besides = () => true }: { readonly besides?: (record: DeskRecord) => boolean } = {},
): DeskRecord | null {
  const words = stemsOf(text)
  const fitting = desk.records.filter((record) => besides(record) && holdsPhrase(words, stemsOf(record.name)))
  return [...fitting].sort((a, b) => b.name.length - a.name.length)[0] ?? null
}

/** The column a text speaks of: by its own words, its row's, and what was spoken of last. */
export function bestColumn(
  text: string,
  { desk, focus, sentence }: Pick<Tying, 'desk' | 'focus' | 'sentence'>,
  fits: (column: DeskColumn) => boolean,
): DeskColumn | undefined {
  const words = contentOf(text)
  const all = stemsOf(text)
  const nearby = contentOf(sentence)
  const has = (part: string) =>
    all.some((word) => alike(word, part) || (word.length > part.length + 2 && word.endsWith(part)))
  const scored = desk.columns.filter(fits).map((column) => {
    // the row's own name in the text speaks of the row: "the order was signed for" is not about when it was ordered
    const own = column.stems.filter((part) => has(part) && !alike(part, stem(column.record.name))).length
    // "signed for, up to 30 days ago": what the rest of the sentence speaks of
    const around = column.stems.some(
      (part) => nearby.some((word) => alike(word, part)) && !alike(part, stem(column.record.name)),
    )
      ? 0.35
      : 0
    const row = around + (words.some((word) => alike(word, stem(column.record.name))) ? 0.4 : 0)
    const near =
      (focus.column?.variable === column.variable ? 0.5 : 0) +
      (focus.record?.name === column.record.name ? 0.3 : 0)
    const whole = own > 0 && own === column.stems.length ? 0.4 : 0
    return {
      column,
      score:
        own * 1.2 +
        (own / Math.max(1, column.stems.length)) * 0.8 +
        whole +
        row +
        near * (own === 0 ? 1 : 0.3),
    }
  })
  const best = [...scored].sort((a, b) => b.score - a.score)[0]
  return best === undefined || best.score < 0.3 ? undefined : best.column
}
