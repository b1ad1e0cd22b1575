import { subjectOf } from './conditions.ts'
import { orderIn } from './deeds.ts'
import { measureOf } from './measure.ts'
import { firstWord, MAYBE_VERBS, SUBJECT_STARTS, SURE_VERBS, startsWithOrder } from './words.ts'

/** How a sentence begins that holds only sometimes. */
export type Lead = {
  readonly kind: 'if' | 'unless' | 'after' | 'before' | 'with' | 'without'
  readonly rest: string
}

const LEADS: readonly (readonly [RegExp, Lead['kind']])[] = [
  [
    /^(?:only |and |or |but )?(?:if|in case|should it happen that|provided(?: that)?|assuming(?: that)?|as long as|where|whenever|while|in the event (?:that|of)|given that)\s+(?:of\s+)?/i,
    'if',
  ],
  [/^should\s+(?=(?:the|an?|they|it|you|somebody|someone|any|your|our)\b)/i, 'if'],
  [/^unless\s+/i, 'unless'],
  [/^(?:when|once|as soon as)\s+/i, 'if'],
  [/^after\s+/i, 'after'],
  [/^(?:before|prior to|until)\s+/i, 'before'],
  [/^without\s+/i, 'without'],
  [/^(?:with|for|in|later than|more than|less than|up to|within|on|during|to)\s+/i, 'with'],
]

/** "When it is booked", "once you have paid": the end of our own deed, not a situation. */
const OWN_DEED =
  /^(?:you have|you've|we have|you are done|it (?:is|has been) \w+(?:ed|en|t)\b|this is done|everything is|the (?:call|refund|change) is)\b/i

export function leadOf(text: string): Lead | null {
  // "Where a parcel is, is no secret": a subject, not a condition
  if (/^where [^,]{2,60} (?:is|are|stands?), (?:is|are)\b/i.test(text)) return null
  for (const [pattern, kind] of LEADS) {
    const found = pattern.exec(text)
    if (found === null) continue
    const rest = text.slice(found[0].length)
    if (rest === '') return null
    if (/^(?:when|once|as soon as)\s/i.test(text) && OWN_DEED.test(rest)) return { kind: 'after', rest }
    // "After 30 days, decline" measures; "More than 8 weeks is for ..." keeps its words
    if (kind === 'after' && measureOf(`after ${rest.split(' ').slice(0, 3).join(' ')}`) !== null)
      return { kind: 'with', rest: text }
    if (kind === 'with')
      return /^to\s/i.test(text) ? null : { kind, rest: /^(?:with|for|in|on)\s/i.test(text) ? rest : text }
    return { kind, rest }
  }
  return null
}

export type Cut = { readonly before: string; readonly after: string }

const COMMA = /,\s+then,?\s+|,\s+(?:so\s+)?|\s+then,?\s+|:\s+|\s+-\s+|;\s+/gi

/** "Before you cancel, replace or exchange anything, or change an address, say ...": several deeds, then what comes first. */
const SEVERAL =
  /^(you [a-z]+(?: [a-z]+){0,3}(?:, (?:or )?[a-z]+(?: [a-z]+){0,4})* or [a-z]+(?: [a-z]+){0,4}(?:, or [a-z]+(?: [a-z]+){0,4})?), (?=(?:say|name|read|tell|ask|look|wait|confirm|offer|check|get|repeat)\b)(.+)$/i

/** Where the condition ends and what is done begins. */
export function splitAtConsequence(text: string, kind: Lead['kind']): Cut | null {
  const several = kind === 'before' || kind === 'after' ? SEVERAL.exec(text) : null
  if (several?.[1] !== undefined && several[2] !== undefined) return { before: several[1], after: several[2] }
  const atOrder = cutAtOrder(text)
  // "For an urgent parcel offer to register it, ask whether ...": the first order counts, comma or not
  const atVerb = kind === 'with' || kind === 'without' ? cutAtVerb(text, kind) : null
  if (atVerb !== null && (atOrder === null || atVerb.before.length < atOrder.before.length)) return atVerb
  if (atOrder !== null) return atOrder
  const atFact = kind === 'if' || kind === 'unless' ? cutAtHolds(text) : cutAtDemand(text)
  return atFact ?? cutAtVerb(text, kind)
}

/** "..., goods, amount or service, section 5 holds": the section, not what stands before it in a list. */
function cutAtHolds(text: string): Cut | null {
  const fact = cutAtFact(text)
  const found = /,\s+(?:and\s+)?(?=(?:section|step|chapter|part)\s+[\w.]+\s+(?:holds|applies)\b)/i.exec(text)
  if (found === null || (fact !== null && SUBJECT_STARTS.has(firstWord(fact.after)))) return fact
  return { before: text.slice(0, found.index), after: text.slice(found.index + found[0].length) }
}

const RUN_ON =
  /^(.{2,60}?\b(?:is|are|was|were|has|have) (?:(?:not|been|already|yet|only|still|any|partly|in|on|out|of|for|or|and|at|the) )*[a-z-]+(?: (?:or|and|yet|already|again) ?[a-z-]*)*) (?:we|nothing|nobody|you|the [a-z]+|there) (?:can|cannot|do|does|will|may|must|is|are|has|have|needs?|takes?|never)\b/i

/** "Once it is shipped | the carrier can still redirect it": it may be done all the same. */
export const mayStill = (text: string): boolean =>
  RUN_ON.test(text) && /\b(?:can|may) (?:still|also|yet)\b/i.test(text)

/** "Once it is shipped | we do not cancel it any more, so decline": only the first clause is the condition. */
export const withoutRunOn = (text: string): string => {
  const found = RUN_ON.exec(text)?.[1]
  return found === undefined || /\b(?:that|which|who|whose|than|as|if|when|what|because|or|and)$/i.test(found)
    ? text
    : found
}

/** "With low trust | the wish has to be reasonable" */
function cutAtDemand(text: string): Cut | null {
  const found = /^(.{2,60}?) ((?:the|it|they|an?) .{1,60}? (?:has|have|needs?) to .+)$/i.exec(text)
  return found?.[1] === undefined || found[2] === undefined ? null : { before: found[1], after: found[2] }
}

/** The first comma, "then" or colon behind which an order stands. */
function cutAtOrder(text: string): Cut | null {
  let fact: Cut | null = null
  for (const found of text.matchAll(COMMA)) {
    const after = text.slice(found.index + found[0].length)
    const before = text.slice(0, found.index)
    if (isInBrackets(text, found.index) || /^(?:or|nor)\s/i.test(after)) continue
    if (fact === null && isFact(after)) fact = { before, after }
    if (orderIn(after) !== null || isProhibition(after) || HOLDS.test(after)) {
      // "..., it is overdue, so hand over": the fact in between belongs to what follows
      if (
        fact !== null &&
        fact.before.length < before.length &&
        isFact(text.slice(fact.before.length).replace(/^[\s,]+/, ''))
      )
        return fact
      return { before, after: /then,?\s+$/i.test(found[0]) ? after : after }
    }
  }
  return null
}

const HOLDS = /^(?:section|step|chapter|part|path|rule) [\w.]+ (?:holds|applies|counts)\b/i
const isProhibition = (text: string): boolean =>
  /^(?:then )?(?:never|do not|don't|you (?:cannot|may not|must not|should not|can't))\s/i.test(text)

/** A clause of its own, joined by nothing: "it is a course matter". */
const isFact = (text: string): boolean =>
  !/^(?:or|and|if|but|nor|also|whatever|however)\b/i.test(text) &&
  SUBJECT_STARTS.has(firstWord(text)) &&
  subjectOf(text.split(/[,;]/, 1)[0] ?? '').subject !== null &&
  // in a list ("..., it is late, or it is lost, decline") the clause belongs to the condition
  !/,\s+(?:or|and)\s/i.test(text.slice(0, 160))

function cutAtFact(text: string): Cut | null {
  for (const found of text.matchAll(COMMA)) {
    const after = text.slice(found.index + found[0].length)
    if (isInBrackets(text, found.index)) continue
    if (/^(?:or|and|if|but|nor)\b/i.test(after)) continue
    if (after.split(' ').length >= 2) return { before: text.slice(0, found.index), after }
  }
  return null
}

/** "With photos book a collection", "For a question look up the flight": no comma tells where it begins. */
export function cutAtVerb(text: string, kind: Lead['kind']): Cut | null {
  const modal =
    kind === 'with' || kind === 'without'
      ? /^(.{2,120}?),? ((?:you|agents?|the agent) (?:may|must|should|can) .+)$/i.exec(text)
      : null
  if (modal?.[1] !== undefined && modal[2] !== undefined && orderIn(modal[2]) !== null)
    return { before: modal[1], after: modal[2] }
  const words = text.split(' ')
  for (let at = 1; at < Math.min(words.length, 30); at += 1) {
    const word = (words[at] ?? '').toLowerCase().replace(/[:,;]$/, '')
    if (!SURE_VERBS.has(word) && !MAYBE_VERBS.has(word)) continue
    const before = words[at - 1]?.toLowerCase() ?? ''
    if (NO_ORDER_AFTER.test(before)) continue
    const after = words.slice(at).join(' ')
    if (at === words.length - 1 && !ALONE.test(after)) continue
    if (!startsWithOrder(after) || (kind === 'if' && !STRONG_HERE.test(after))) continue
    return {
      before: words
        .slice(0, at)
        .join(' ')
        .replace(/\s(?:always|then|also|first|please)$/i, ''),
      after,
    }
  }
  return null
}

/** Orders of one word. */
const ALONE = /^(?:decline|stop|apologi[sz]e|escalate|close|refuse|reject)$/i

const NO_ORDER_AFTER =
  /^(?:the|a|an|to|can|cannot|will|would|may|must|should|not|of|their|our|its|any|no|or|and|who|that|which|they|we|you|it|i|he|she|by|this|your|never|do|does|did|don't|in|on|for|with|could|customers?|users?|people|want|wants)$/
const STRONG_HERE =
  /^(?:ask|tell|explain|say|decline|hand over|offer|look (?:up|at)|stop there|comfort|escalate|transfer to|proceed to|let (?:them|the))\b/i

export type Tail = { readonly kind: Lead['kind']; readonly before: string; readonly after: string }

const TAIL =
  /,?\s+(?:only\s+)?(if|unless|when|once|provided that|as long as|in case|before|after|until|without|where|while)\s+/gi
/** "ask if", "check when", "see whether": a question, not a condition. */
const ASKED =
  /\b(?:ask|asks|asking|check|checking|see|seeing|know|verify|verifying|determine|confirm|decide|find out|tell|tells|say|says|sure|explain|even|as|wonder|question|them|customer|user|to|and|or|what|look|test)$/i
const CLAUSE_OPEN =
  /\b(?:tell|say|explain|inform|know|assure|remind|convince|note|mention)\b[^,;]{0,80}\b(?:that|know|why|how|what)\b/i

/** "book it: the van comes and the money follows once ...", "tell them to write again once ...": part of what is told. */
const TOLD_TO = /\b(?:tell|ask|remind|advise)\b[^,;]{0,60}\bto\b/i

/** The condition behind an order: "... if they agree", "... unless it has matched", "... before you book". */
export function splitTail(text: string): Tail | null {
  for (const found of text.matchAll(TAIL)) {
    const before = text.slice(0, found.index)
    const after = text.slice(found.index + found[0].length)
    const word = (found[1] ?? '').toLowerCase()
    if (/^(?:if|when|where)$/.test(word) && ASKED.test(before)) continue
    // "ask until what hour", "ask them once to keep it civil"
    if (/^(?:what|which|when|how|who)\b/i.test(after) || (word === 'once' && /^to\b/i.test(after))) continue
    if (isInBrackets(text, found.index) || isInQuotes(text, found.index)) continue
    // inside "tell them that ..." the condition is part of what is told
    if (CLAUSE_OPEN.test(before) && !/^unless$/.test(word)) continue
    if (/^(?:once|when|after)$/.test(word) && (/:/.test(before) || TOLD_TO.test(before))) continue
    if (word === 'once' && /^(?:more|again|and|that)\b/i.test(after)) continue
    if (word === 'after' && /^(?:all|that|this)\b(?! (?:is|has))/i.test(after)) continue
    if (/^(?:without|where|while|once|when)$/.test(word) && !clauseFollows(word, after)) continue
    return { kind: tailKind(word), before, after }
  }
  return null
}

const clauseFollows = (word: string, after: string): boolean =>
  word === 'without' ? !/ing\b/i.test(firstWord(after)) : subjectOf(after).subject !== null

function tailKind(word: string): Lead['kind'] {
  if (word === 'unless' || word === 'without' || word === 'before' || word === 'after') return word
  if (word === 'until') return 'before'
  return 'if'
}

function isInBrackets(text: string, at: number): boolean {
  const open = text.lastIndexOf('(', at)
  return open !== -1 && text.indexOf(')', open) > at
}

function isInQuotes(text: string, at: number): boolean {
  let open = false
  for (let look = 0; look < at; look += 1) if (text[look] === '"') open = !open
  return open
}
