import type { Condition, Deed, Source, Statement } from '../outline/outline.ts'
import { atomOf, conditionOf, negated } from './conditions.ts'
import { deedOf, orderIn, verbOf } from './deeds.ts'
import { lowerFirst } from './plain.ts'
import { splitTail } from './split.ts'

/** Sentences that state a rule rather than give an order: what is forbidden, what customers owe, what a word means. */

export function forbidden(source: Source, order: string): Statement {
  const tail = splitTail(order)
  const main = tail === null ? order : tail.before
  const deed = deedOf(main)
  const base = { ...source, says: 'never' as const, deed }
  if (tail === null) return { ...base, when: whichOf(main), unless: null }
  if (tail.kind === 'before' || tail.kind === 'unless')
    return { ...base, when: whichOf(main), unless: conditionOf(tail.after) }
  if (tail.kind === 'without') {
    const more = /^(.+?) (?:when|if|where|while) (.+)$/i.exec(tail.after)
    const lacks = negated(conditionOf(more?.[1] ?? tail.after))
    return {
      ...base,
      when: more?.[2] === undefined ? lacks : { all: [lacks, conditionOf(more[2])] },
      unless: null,
    }
  }
  return { ...base, when: conditionOf(tail.after), unless: null }
}

/** "an order that is in transit" -> the condition its relative clause states. */
function whichOf(text: string): Condition | null {
  const found = /\b([a-z][a-z -]{0,40}?) (?:that|who|which|whose) (.+)$/i.exec(text)
  if (found?.[1] === undefined || found[2] === undefined) return null
  if (/\b(?:say|tell|explain|know|see|promise)$/i.test(found[1])) return null
  return withSubject(conditionOf(found[2]), found[1].replace(/^.*\b(?:an?|the|any|to|for|of)\s+/i, ''))
}

function withSubject(condition: Condition, subject: string): Condition {
  if ('all' in condition) return { all: condition.all.map((each) => withSubject(each, subject)) }
  if ('any' in condition) return { any: condition.any.map((each) => withSubject(each, subject)) }
  if ('not' in condition) return { not: withSubject(condition.not, subject) }
  return condition.subject === null ? { ...condition, subject } : condition
}

/** "The customer must provide a receipt", "they need to confirm the order": what the agent asks for. */
export function readCustomer(source: Source, text: string): readonly Statement[] | null {
  const found = CUSTOMER_MUST.exec(text)
  if (found === null) return null
  const rest = text.slice(found[0].length)
  const tail = splitTail(rest)
  const object = tail?.before ?? rest
  const deed: Deed = /confirm|agree|accept|approve/i.test(found[1] ?? '')
    ? { does: 'confirm', object }
    : { does: 'ask', object }
  const asks: Statement = { ...source, says: 'do', deed }
  if (tail === null || tail.kind === 'after' || tail.kind === 'before') return [asks]
  return [{ ...source, says: 'if', condition: conditionIn(tail, tail.after), then: [asks], otherwise: null }]
}

const CUSTOMER_MUST =
  /^(?:the |every |each )?(?:customers?|users?|callers?|clients?|they|members?|guests?|passengers?) (?:must|should|needs? to|ha(?:s|ve) to|(?:is|are) required to)(?: be able to)?(?: also| first| then)? (provide|give|show|supply|state|name|send|tell us|confirm|agree to|accept|approve|choose|specify|enter|present|submit|sign)\s+/i

/** "Basic fares cannot be changed": never change them. */
export function readCannotBe(source: Source, text: string): readonly Statement[] | null {
  const found =
    /^(.{1,80}?) (?:cannot|can not|can't|must not|may not|must never|should not) be (\w+(?:ed|en))\b(.*)$/i.exec(
      text,
    )
  const never = /^(.{1,80}?) (?:is|are) never (\w+(?:ed|en|t))\b(.*)$/i.exec(text)
  if (found === null && never === null) return null
  const [, subject = '', verb = '', rest = ''] = found ?? never ?? []
  if (/\b(?:if|when|who|that)\b/i.test(subject) || orderIn(subject) !== null) return null
  return [forbidden(source, `${baseForm(verb)} ${lowerFirst(subject)}${rest}`)]
}

/** "Subscriptions may be refunded only within 14 days" */
export function readOnlyWithin(source: Source, text: string): readonly Statement[] | null {
  const found = /^(.{1,80}?) (?:can be|may be|will be|is|are) (\w+(?:ed|en)) only (.{3,200})$/i.exec(text)
  if (found === null) return null
  const [, subject = '', verb = '', limit = ''] = found
  const deed: Deed = { does: 'act', object: `${baseForm(verb)} ${lowerFirst(subject)}` }
  return [
    {
      ...source,
      says: 'never',
      deed,
      when: null,
      unless: conditionOf(limit.replace(/^(?:if|when|after)\s+/i, '')),
    },
  ]
}

/** "Requests from resellers must be forwarded to the partner team" */
export function readPassedOn(source: Source, text: string): readonly Statement[] | null {
  // "A caller who asks for the manager twice is to be transferred": to whom, the desk knows
  const bare =
    /^(.{1,120}?) (?:must|should|has to|have to|needs? to|is to|are to) be (?:escalated|transferred|passed on|handed over|put through)$/i.exec(
      text,
    )
  if (bare?.[1] !== undefined && orderIn(bare[1]) === null) {
    const done: Statement = { ...source, says: 'do', deed: { does: 'handover', to: null } }
    return [{ ...source, says: 'if', condition: aboutWhom(bare[1]), then: [done], otherwise: null }]
  }
  const found =
    /^(.{1,120}?) (?:must|should|have to|has to|needs? to|are to|is to|will|are|is) be?\s?(?:forwarded|escalated|transferred|referred|passed(?: on)?|routed|handed over|directed|sent) to (.{2,80})$/i.exec(
      text,
    )
  if (found?.[1] === undefined || found[2] === undefined || orderIn(found[1]) !== null) return null
  const then: Statement = { ...source, says: 'do', deed: { does: 'handover', to: found[2] } }
  return [{ ...source, says: 'if', condition: aboutWhom(found[1]), then: [then], otherwise: null }]
}

/** The condition a subject states: "a customer who is rude", "a delivered parcel", "what was booked 395 days ago". */
export function aboutWhom(text: string): Condition {
  const relative =
    /^(?:(?:an?|the|any|every)\s+)?([a-z][a-z -]{0,40}?)\s+(?:that|who|which|whose) (.+)$/i.exec(text)
  const said = relative?.[2] ?? /^(?:what|whoever|whatever) (.+)$/i.exec(text)?.[1]
  if (said === undefined) return atomOf(text)
  const main = mainVerbOf(said)
  return withSubject(conditionOf(main), (relative?.[1] ?? '').trim() || 'it')
}

/** "is paid or packed has not left us yet": the relative clause ends where the second verb begins. */
function mainVerbOf(text: string): string {
  const found =
    /^(.+?),?\s+(?:(?:has|is|are|was|were|can|cannot|may|must|gets?|goes|stays?|counts?|stands?|will|needs?|costs?|belongs?)\s+.*)$/i.exec(
      text.replace(/^(\w+)\s/, '$1\u0000'),
    )
  return (found?.[1] ?? text).replaceAll('\u0000', ' ')
}

/** "It is urgent if ...", "Putting right means ...", "A fault or a wrong item is ours" */
export function readMeans(source: Source, text: string): readonly Statement[] | null {
  const when = /^(.{1,60}?) (?:is|are|counts as) (?!not\b)([^,]{1,60}?) (?:if|when|where) (.+)$/i.exec(text)
  if (when?.[2] !== undefined && when[3] !== undefined && orderIn(text) === null)
    return [
      {
        ...source,
        says: 'means',
        term: when[2],
        condition: withSubjectOf(when[1] ?? '', conditionOf(when[3])),
      },
    ]
  // "Putting it right means sending it again": what is done
  const done = /^[A-Za-z-]+ing\b.{0,60}? means ([a-z]+)ing (.+)$/i.exec(text)
  const verb = done?.[1] === undefined ? null : verbOf(done[1])
  if (verb !== null) return [{ ...source, says: 'do', deed: deedOf(`${verb} ${done?.[2] ?? ''}`) }]
  const means = /^(.{1,80}?) (?:means|is called|are called|refers to|stands for) (.+)$/i.exec(text)
  if (means?.[1] !== undefined && means[2] !== undefined)
    return [{ ...source, says: 'means', term: means[1], condition: atomOf(means[2]) }]
  const is =
    /^((?:an?|any|anything|everything|every) .{1,160}?) (?:is|are|counts? as|is considered) (?!not\b|only\b|handled\b|treated\b|dealt\b)([^,;]{1,60})$/i.exec(
      text,
    )
  if (is?.[1] === undefined || is[2] === undefined || orderIn(text) !== null) return null
  if (/\b(?:must|should|may|can|will|need)\b/i.test(is[1])) return null
  return [{ ...source, says: 'means', term: is[2], condition: conditionOf(is[1]) }]
}

const withSubjectOf = (subject: string, condition: Condition): Condition =>
  /^(?:it|this|that)$/i.test(subject) ? condition : withSubject(condition, subject)

/** "goes on with section 5", "is handed over", "goes to a colleague" */
export function doneTo(verb: string, rest: string): Deed | null {
  if (/^is (?:handed|passed|transferred|escalated|referred)/.test(verb)) return deedOf(`hand over ${rest}`)
  if (verb === 'is declined') return { does: 'decline', object: rest }
  if (verb === 'is handled') return deedOf(`go on ${rest}`)
  if (/^(?:straight )?(?:on |back )?(?:with|to) (?:section|step|chapter|\d)/i.test(rest))
    return deedOf(`go ${rest}`)
  if (/^straight on with /i.test(rest)) return deedOf(`go ${rest.replace(/^straight /i, '')}`)
  if (
    /^to (?:an? |the |our )?(?:human|person|colleague|team|lead|manager|supervisor|specialist|[a-z]+ (?:team|desk|lead|manager|department))\b/i.test(
      rest,
    )
  )
    return deedOf(`hand over ${rest}`)
  return null
}

/** cancelled -> cancel, returned -> return, modified -> modify, exchanged -> exchange */
export const baseForm = (verb: string): string =>
  verb
    .replace(/ied$/i, 'y')
    .replace(/([bdglmnprt])\1ed$/i, '$1')
    .replace(/(?<=[cgsuvz])ed$/i, 'e')
    .replace(/ed$/i, '')

export function conditionIn(lead: { readonly kind: string }, text: string): Condition {
  const condition =
    lead.kind === 'with' && /\b(?:who|that|whose|which) /i.test(text) ? aboutWhom(text) : conditionOf(text)
  return lead.kind === 'unless' || lead.kind === 'without' ? negated(condition) : condition
}
