import { ABSENT, REFUSED, UNAVAILABLE, type Value } from '../../base/values/value.ts'
import { anyOf, type Bound, FALSE, oneOf } from './condition.ts'
import type { DeskField } from './desk.ts'
import { fieldsIn } from './find-named.ts'
import type { Focus } from './focus.ts'
import type { Tying } from './tying.ts'

/** Answers that are missing, refused, or no more than a yes or a no. */

const LACKS =
  /\b(?:will|would|do|does|did|can|could)(?: not|n't)(?: want to| like to)? (?:give|name|say|tell|answer|provide|show|send|disclose|share)\b|\b(?:cannot|can't)(?: or will not)? (?:give|say|tell|name|show|provide|send|answer)\b|\b(?:gives?|names?|has|have|had|shows?|sends?) (?:none|neither|nothing|no one)\b|\bwon't (?:say|give|tell|answer)\b|\brefuses? to\b|\bis (?:missing|refused)\b|\bmissing\b|\b(?:have|has|had|gives?|names?) not\b(?! been)|^refused\b|\b(?:declines?|unwilling|unable) to (?:give|say|tell|name|answer|provide|show|send|share|disclose)\b|\b(?:cannot|can not|could not|will not) be (?:given|named|provided|supplied|shown|stated)\b|\bno [a-z ]{2,40} (?:can|could|will|is|are) (?:be )?(?:given|named|provided|supplied|shown|stated)\b|\bis not (?:known yet|yet known|decided yet|yet decided|clear yet|yet clear)\b|\b(?:do|does) not know (?:it |that |this )?yet\b|\b(?:has|have) no (?:preference|idea|answer)\b/

/** "they do not have the number": what they were asked for; what *we* do not have is a row. */
const OWN_LACK =
  /^(?:they|he|she|the [a-z]+|somebody|who) (?:do|does|did) not (?:have|know|remember) (?:it|one|any|that|the|their|a|an)\b/

const HAS_NO = /\b(?:has|have|had|gives?|names?|is|with) no\b|^no\b|\bwithout\b/

export function tieLack(text: string, tying: Tying): Bound | undefined {
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
  if (OWN_LACK.test(text) && asked !== null) {
    const byKey = /\b(?:number|reference|code|id)\b/.test(text) ? byNumber(focus) : undefined
    const own = named[0] ?? byKey ?? (/\b(?:it|one|any|that)$/.test(text) ? asked : undefined)
    if (own !== undefined && own.type !== 'boolean') return lackOf(own)
  }
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
export function negativeOf(field: DeskField): Bound {
  if (field.type === 'boolean') return { name: `fields.${field.id}`, is: '!=', value: true }
  const no = field.values.find(
    ({ id, phrases }) => /^not?_|_not?_|^none$/.test(id) || phrases.every((said) => /^no\b/i.test(said)),
  )
  return no === undefined ? lackOf(field) : { name: `fields.${field.id}`, is: '==', value: no.id }
}
