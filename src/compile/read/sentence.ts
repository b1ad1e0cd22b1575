import type { Condition, Deed, Source, Statement } from '../outline/outline.ts'
import { atomOf, conditionOf, negated, subjectOf } from './conditions.ts'
import { deedOf, orderIn, splitOrders, verbOf, withoutReason } from './deeds.ts'
import { measureOf } from './measure.ts'
import { type Joins, withoutOpener } from './openers.ts'
import { background, part, unread } from './parts.ts'
import { readPermits } from './permits.ts'
import { lowerFirst, plain, SENTENCE_MAX, withoutEnd } from './plain.ts'
import { asPrices } from './prices.ts'
import {
  aboutWhom,
  baseForm,
  conditionIn,
  doneTo,
  forbidden,
  readCannotBe,
  readCustomer,
  readMeans,
  readOnlyWithin,
  readPassedOn,
} from './rules.ts'
import { cutAtVerb, leadOf, mayStill, splitAtConsequence, splitTail, withoutRunOn } from './split.ts'
import { looksEnglish, looksLikeOrder, wordsOf } from './words.ts'

/**
 * One sentence as statements. In: the author's words. Out: what they say, or that they could not be read.
 * It must not know what stands around the sentence: `joins` asks the caller to tie it to the one before.
 */
export type ReadSentence = {
  readonly statements: readonly Statement[]
  /** "If so, ..." answers the question before it; "Otherwise ...": belongs to the condition before; "In that case ...": goes on inside it; "In both cases": inside both */
  readonly joins: Joins
  /** ends with a colon: what is listed below belongs to it */
  readonly opens: boolean
}

export function readSentence(source: Source): ReadSentence {
  if (source.text.length > SENTENCE_MAX) return alone(unread(source, 'longer than any sentence'))
  const text = plain(source.text).replace(NUMBERED, '')
  const opens = /:\s*$/.test(text)
  const bare = withoutEnd(text)
  if (wordsOf(bare).length === 0) return alone(background(source, 'no words'))
  if (!looksEnglish(bare)) return alone(unread(source, 'not English'))
  const taken = /^((?:take|treat) .{1,80}?) otherwise(?:,? (?:also|even) (?:if|when) .+)?$/i.exec(bare)
  if (taken?.[1] !== undefined) return { statements: ordersOf(source, taken[1]), joins: 'otherwise', opens }
  if (/^(?:otherwise|else|if not)$/i.test(bare)) return { statements: [], joins: 'otherwise', opens }
  const likewise =
    /^the same (?:(?:goes|holds|applies|is true|counts)(?: for)?(?: if| when)?|if|when|for) (.+)$/i.exec(bare)
  if (likewise?.[1] !== undefined) {
    const condition = aboutWhom(likewise[1])
    return {
      statements: [{ ...source, says: 'if', condition, then: [], otherwise: null }],
      joins: 'likewise',
      opens,
    }
  }
  const { rest, joins } = withoutOpener(bare)
  return { statements: read({ ...source, text: source.text }, rest), joins, opens }
}

/** "4.2 Ask for the name.", "(b) Look it up.": the number is no word of the sentence. */
const NUMBERED = /^(?:\d{1,3}(?:\.\d{1,3})+[.)]?|\(?\d{1,3}[.)]|\([a-z]\)|§ ?\d+(?:\.\d+)*)\s+(?=[A-Z])/

const alone = (statement: Statement): ReadSentence => ({ statements: [statement], joins: null, opens: false })
/** The first pattern that fits, from the most to the least telling. */
function read(source: Source, text: string): readonly Statement[] {
  return (
    readExample(source, text) ??
    readConcession(source, text) ??
    readParts(source, text) ??
    readLead(source, text) ??
    readNever(source, text) ??
    readOnly(source, text) ??
    readSo(source, text) ??
    readPermits(source, text) ??
    readCustomer(source, text) ??
    readCannotBe(source, text) ??
    readOnlyWithin(source, text) ??
    readPassedOn(source, text) ??
    readMeans(source, text) ??
    readOrders(source, text) ??
    readGerund(source, text) ??
    readWho(source, text) ??
    readHolds(source, text) ??
    readAndMust(source, text) ??
    readColon(source, text) ??
    readUnknownOrder(source, text) ?? [readRest(source, text)]
  )
}

/** "Even if they insist, decline": the concession changes nothing. */
function readConcession(source: Source, text: string): readonly Statement[] | null {
  const rest = /^even (?:if|though|when)\s+(.+)$/i.exec(text)?.[1]
  if (rest === undefined) return null
  const cut = splitAtConsequence(rest, 'if')
  return cut === null ? [background(source, 'a concession')] : read(part(source, cut.after), cut.after)
}

/** "...; or ask for a receipt, ...; or ..." */
function readParts(source: Source, text: string): readonly Statement[] | null {
  // "If they decline, cancel it; do not refund it": all of it stands under the condition
  if (/^(?:if|when|unless|once|in case)\b/i.test(text.split(/;\s/, 1)[0] ?? '') && splitsAtOrder(text))
    return null
  const parts = text
    .split(/;\s+(?!otherwise\b|else\b|if not\b)(?:(?:or|and)\s+)?/i)
    .filter((each) => each.trim() !== '')
  if (parts.length < 2) return null
  return parts.flatMap((each) => read(part(source, each), each.replace(/^as with [a-z ]{3,30}, /i, '')))
}

const namesCase = (label: string): boolean =>
  wordsOf(label).length <= 8 &&
  /^[\w'"/ -]+$/.test(label) &&
  (subjectOf(label).subject === null || /^(?:not|no|none|nothing|still|never)\b/i.test(label)) &&
  !/\b(?:steps?|actions?|goals?|notes?|scope|purpose|tasks?|examples?|responses?|answers?|scripts?|results?|outcomes?|follows|following|rules?|process|procedure|instructions?|what|how)\b/i.test(
    label,
  )

/** "They refuse: ...", "The caller is somebody else: ...": what somebody does is a case, not a reason for everybody. */
const isClauseCase = (label: string): boolean =>
  wordsOf(label).length <= 10 &&
  /^(?:(?:the |a |any )?(?:customer|caller|user|client|guest|passenger|member|person|tenant|patient)s?|they|he|she|somebody|someone|nobody) [a-z]/i.test(
    label,
  ) &&
  subjectOf(label).subject !== null &&
  !/\b(?:must|should|may|can|will|always|often|sometimes|usually|need|needs|have to|has to)\b/i.test(label)

/** "Not found, or they have lost it: ...": a short case, or another. */
function isEitherCase(label: string): boolean {
  const [first = '', ...more] = label.split(/,?\s+or\s+(?:if\s+|when\s+)?/i)
  return more.length > 0 && namesCase(first) && more.every((each) => wordsOf(each).length <= 8)
}

const splitsAtOrder = (text: string): boolean => {
  const lead = leadOf(text)
  const rest = lead?.rest.split(/;\s/)[1] ?? ''
  return lead !== null && (orderIn(rest) !== null || NEVER.exec(rest) !== null)
}

/** "Not returned yet, and reserved": the first is denied, the second is not. */
function caseOf(label: string): Condition {
  const parts = /^not\b/i.test(label) ? label.split(/,?\s+(?:and|but)\s+/i) : []
  return parts.length > 1 ? { all: parts.map((each) => conditionOf(each)) } : conditionOf(label)
}

/** Nobody declines or hands over everybody, whatever the reason: what stands before it says whom. */
const isLast = (then: readonly Statement[]): boolean =>
  then.some((one) => one.says === 'do' && /^(?:decline|handover)$/.test(one.deed.does))

/** "Fixed wordings are fixed: do not soften them." */
function readColon(source: Source, text: string): readonly Statement[] | null {
  const found = /:\s+|\s-\s+/.exec(text)
  const after = found === null ? '' : text.slice(found.index + found[0].length)
  if (found === null || (orderIn(after) === null && NEVER.exec(after) === null)) return null
  const then = branch(part(source, after), after)
  const label = text.slice(0, found.index)
  // "Complaints about noise: offer another room" is a case; "They are fixed: do not soften them" says why
  // "Amounts over 1,000 dollars are for finance: pass the case on": which ones
  const isOf = measureOf(label) !== null || /^(?:an?|any|every) \S+ \S+/i.test(label)
  if (found[0].startsWith(':') && isOf && !namesCase(label) && subjectOf(label).subject !== null)
    return [{ ...source, says: 'if', condition: aboutWhom(label), then, otherwise: null }]
  if (found[0].startsWith(':') && !namesCase(label) && (isEitherCase(label) || isClauseCase(label)))
    return [{ ...source, says: 'if', condition: conditionOf(label), then, otherwise: null }]
  if (isLast(then) && wordsOf(label).length <= 10 && orderIn(label) === null)
    return [{ ...source, says: 'if', condition: caseOf(label), then, otherwise: null }]
  if (!found[0].startsWith(':') || !namesCase(label)) return then
  return [{ ...source, says: 'if', condition: atomOf(label), then, otherwise: null }]
}

const readExample = (source: Source, text: string): readonly Statement[] | null =>
  /^(?:for example|for instance|e\.g|i\.e|ie|eg|such as|example)\b/i.test(text)
    ? [background(source, 'an example')]
    : null

/** "If ...", "Unless ...", "With ...", "After ...", "Before ..." in front. */
function readLead(source: Source, text: string): readonly Statement[] | null {
  const lead = leadOf(text)
  if (lead === null) return null
  // "In the note write who it is": a place, not a condition
  const place = /^(in (?:an?|the|your|our) [^,]{1,60}?),? (?=write |state |mention |include )(.+)$/i.exec(
    text,
  )
  if (place?.[2] !== undefined) return ordersOf(source, `${place[2]} ${place[1] ?? ''}`)
  // "if they made an error, which will return yes or no": what is looked up, not what holds
  const asked =
    /^(.{3,200}?), which (?:will |should |can )?(?:return|returns|answer|answers|say|says|give|gives) (?:you )?(?:an? )?yes or no$/i.exec(
      lead.rest,
    )
  if (asked?.[1] !== undefined)
    return [{ ...source, says: 'do', deed: { does: 'check', object: `whether ${asked[1]}` } }]
  const cut = splitAtConsequence(lead.rest, lead.kind)
  if (cut === null)
    return lead.kind === 'if' || lead.kind === 'unless'
      ? [{ ...source, says: 'if', condition: conditionIn(lead, lead.rest), then: [], otherwise: null }]
      : null
  const then = consequence(part(source, cut.after), cut.after)
  const also = lead.kind === 'without' ? /^(.+?),? or (?:if|when|where) (.+)$/i.exec(cut.before) : null
  if (also?.[1] !== undefined && also[2] !== undefined) {
    // "Without a number, or if it leads nowhere, ..."
    const condition: Condition = { any: [negated(conditionOf(also[1])), conditionOf(also[2])] }
    return [{ ...source, says: 'if', condition, then: then.main, otherwise: then.otherwise }]
  }
  if (lead.kind === 'after' || lead.kind === 'before')
    return [{ ...source, says: 'around', order: lead.kind, event: cut.before, then: then.main }]
  return [
    asPrices({
      ...source,
      says: 'if',
      condition: conditionIn(lead, withoutRunOn(cut.before)),
      then: then.main,
      otherwise: then.otherwise,
      ...(mayStill(cut.before) ? { permits: true as const } : {}),
    }),
  ]
}

/** What follows a condition; "..., otherwise ..." inside the same sentence is the other branch. */
function consequence(
  source: Source,
  text: string,
): { readonly main: readonly Statement[]; readonly otherwise: readonly Statement[] | null } {
  const cut = /[,;]\s+(?:otherwise|else|if not),?\s+/i.exec(text)
  const main = cut === null ? text : text.slice(0, cut.index)
  const other = cut === null ? null : text.slice(cut.index + cut[0].length)
  return {
    main: branch(part(source, main), main),
    otherwise: other === null ? null : branch(part(source, other), other),
  }
}

/** A branch says what is done, or what it is taken as: "it is suspected fraud", "the reason is their own". */
function branch(source: Source, text: string): readonly Statement[] {
  const bare = text.replace(/^(?:then|so|and|please)\b,?\s+/i, '')
  const so = /^(.{1,200}?),\s+so\s+(.+)$/i.exec(bare)
  if (so !== null && orderIn(so[1] ?? '') === null && orderIn(so[2] ?? '') !== null)
    return [
      ...branch(part(source, so[1] ?? ''), so[1] ?? ''),
      ...branch(part(source, so[2] ?? ''), so[2] ?? ''),
    ]
  return (
    readNothingWrong(source, bare) ??
    readLead(source, bare) ??
    readNever(source, bare) ??
    readOrders(source, bare) ??
    readHolds(source, bare) ??
    readTaken(source, bare) ??
    readUnknownOrder(source, bare) ?? [readRest(source, bare)]
  )
}

/** "the user is not facing this issue", "you are done": there is nothing to do. */
function readNothingWrong(source: Source, text: string): readonly Statement[] | null {
  const over =
    /^(?:the )?(?:\w+|they) (?:is|are|does|do) not (?:facing|having|experiencing|have|affected by)\b.{0,60}\b(?:issues?|problems?|trouble)$/i.test(
      text,
    ) ||
    /^(?:you are done|nothing (?:more )?(?:is|needs) to be done|no (?:further )?action is needed|there is nothing (?:more |else )?to do)\b/i.test(
      text,
    )
  return over ? [{ ...source, says: 'do', deed: { does: 'end' } }] : null
}

/** "it is suspected fraud": the branch gives it a name. */
function readTaken(source: Source, text: string): readonly Statement[] | null {
  const named = /^(.{1,80}?)\s+(?:is|are|counts? as|will be|should be|becomes?)\s+(?!not\b)(.{1,200})$/i.exec(
    text,
  )
  if (named === null) return null
  const [, object = '', as = ''] = named
  const [first = '', ...more] = as.split(/,\s+(?:and\s+)?|:\s+/)
  const rest = more.join(', ')
  const taken: Statement = { ...source, says: 'do', deed: { does: 'take', object, as: first } }
  const next =
    rest === '' ? null : (readOrders(part(source, rest), rest) ?? readHolds(part(source, rest), rest))
  return [taken, ...(next ?? [])]
}

/** "section 4 holds", "section 4 applies", "see section 4" */
function readHolds(source: Source, text: string): readonly Statement[] | null {
  const found =
    /^(?:and\s+)?((?:section|step|chapter|part|path|rule)\s+[\w.]+)\s+(?:holds|applies|counts|is used)\b/i.exec(
      text,
    )
  if (found?.[1] === undefined) return null
  return [{ ...source, says: 'do', deed: { does: 'go', to: found[1], comesBack: false } }]
}

/** Orders, with a condition or an event behind them: "... if they agree", "... before you book". */
export function readOrders(source: Source, text: string): readonly Statement[] | null {
  if (GERUND.test(text) && /^(?:start|begin|end|finish|close|wrap|conclude|remember)/i.test(text))
    return readGerund(source, text)
  if (orderIn(text) === null) return readPurpose(source, text)
  const more = splitAndIf(text)
  if (more !== null) {
    const nested = readLead(part(source, more.after), more.after)
    if (nested?.some((one) => one.says === 'if' && one.then.length > 0) === true)
      return [...(readOrders(part(source, more.before), more.before) ?? []), ...nested]
  }
  const other = /[,;]\s+(?:otherwise|else|if not),?\s+(.+)$/i.exec(text)
  if (other?.[1] !== undefined) {
    // "grant it if the room is free, otherwise decline"
    const main = readOrders(source, text.slice(0, other.index))
    const [only] = main ?? []
    if (main?.length === 1 && only?.says === 'if' && only.otherwise === null)
      return [{ ...only, otherwise: branch(part(source, other[1]), other[1]) }]
  }
  const tail = splitTail(text)
  // "cancel without charge" says how, not when
  if (tail !== null && tail.kind !== 'without') {
    const done = ordersOf(source, tail.before)
    if (tail.kind === 'after' || tail.kind === 'before')
      return [{ ...source, says: 'around', order: tail.kind, event: tail.after, then: done }]
    // "ask if they have one, replace it if they do": the question comes before the condition
    const last = done.at(-1)
    if (last !== undefined && done.length > 1 && tail.kind === 'if' && asksFirst(done)) {
      const condition = conditionIn(tail, tail.after)
      return [...done.slice(0, -1), { ...last, says: 'if', condition, then: [last], otherwise: null }]
    }
    return [{ ...source, says: 'if', condition: conditionIn(tail, tail.after), then: done, otherwise: null }]
  }
  return ordersOf(source, text)
}

/** "name it and wait for a yes, and if they would rather not, stop there": a condition of its own. */
function splitAndIf(text: string): { readonly before: string; readonly after: string } | null {
  const found = /,\s+(?:and|but)\s+(?=(?:if|unless)\s)/i.exec(text)
  return found === null
    ? null
    : { before: text.slice(0, found.index), after: text.slice(found.index + found[0].length) }
}

const asksFirst = (statements: readonly Statement[]): boolean =>
  statements.slice(0, -1).every((each) => each.says === 'do' && /^(?:ask|check)$/.test(each.deed.does))

/** "Every call starts by asking for the name", "wrap up by asking if ..." */
function readGerund(source: Source, text: string): readonly Statement[] | null {
  const found = GERUND.exec(text)
  const verb = found?.[1] === undefined ? null : verbOf(found[1])
  if (found === null || verb === null) return null
  return readOrders(source, `${verb} ${text.slice(found.index + found[0].length).trim()}`)
}

const GERUND =
  /\b(?:start|begin|end|finish|close|wrap(?:s)? up|conclude)s?(?: (?:the|all|every|each) \w+| off)? by (?:\w+ly )?(\w+)ing\b/i

/** "To confirm that it is valid, do ...": the purpose is what is done where nothing else is said. */
function readPurpose(source: Source, text: string): readonly Statement[] | null {
  const purpose = /^(?:in order )?to\s+(.+)$/i.exec(text)?.[1]
  if (purpose === undefined) return null
  for (const found of purpose.matchAll(/,\s+(?:then\s+)?/g)) {
    const rest = purpose.slice(found.index + found[0].length)
    if (orderIn(rest) !== null) return readOrders(source, rest)
  }
  const cut = cutAtVerb(purpose, 'with')
  return ordersOf(source, cut === null ? purpose : cut.after)
}

export function ordersOf(source: Source, text: string): readonly Statement[] {
  return splitOrders(text).flatMap((piece): readonly Statement[] => {
    const at = part(source, piece)
    const never = readNever(at, piece)
    if (never !== null) return never
    const order = orderIn(piece) ?? (looksLikeOrder(lowerFirst(piece)) ? lowerFirst(piece) : null)
    return order === null ? readAside(at, piece) : withReference(at, deedOf(order), order)
  })
}

/** "it has been settled: say so": the words before the order only say why. */
const readAside = (source: Source, text: string): readonly Statement[] =>
  readHolds(source, text) ?? [background(source, 'says why')]

/** "book a collection as in 3.1" does it the way told elsewhere. */
function withReference(source: Source, deed: Deed, order: string): readonly Statement[] {
  const done: Statement = { ...source, says: 'do', deed }
  if (deed.does === 'go') return [done]
  const found =
    /\bas (?:(?:described|explained|stated|set out|told|shown|laid out) )?in ((?:section |step |chapter |part )?\d+(?:\.\d+)*)\b/i.exec(
      order,
    )
  if (found?.[1] === undefined) return [done]
  return [done, { ...source, says: 'do', deed: { does: 'go', to: found[1], comesBack: true } }]
}

const NEVER =
  /^(?:never|do not|don't|under no circumstances(?: (?:should you|may you))?|at no time|avoid|(?:you|we|agents?|the agent) (?:also )?(?:must not|may not|should not|shouldn't|mustn't|cannot|can't|can not|shall not|must never|should never|may never|are not (?:allowed|permitted|authori[sz]ed) to|do not|don't))\s+(?!forget\b|have to\b|need to\b|worry\b)/i

function readNever(source: Source, text: string): readonly Statement[] | null {
  const found = NEVER.exec(text)
  if (found === null) return null
  const pieces = text.split(/(?:,|,?\s+(?:and|or|nor))\s+(?=(?:never|do not|don't)\s)/i)
  return sharedLift(
    pieces.flatMap((piece): readonly Statement[] => {
      const order = withoutReason(piece.replace(NEVER, ''))
      const goesOn =
        /^(.+?),?\s+(?:and|but)\s+(?=(?:ask|tell|explain|hand|decline|say|offer)\b)(.+)$/i.exec(order) ??
        /^(.+?)(?:,\s+(?:and|but)|\s+but)\s+(?=(?:pass|refer|route|escalate|transfer|forward|go|look|close|end)\b)(.+)$/i.exec(
          order,
        )
      const main = goesOn?.[1] ?? order
      const rest = goesOn?.[2]
      return [
        forbidden(part(source, piece), main),
        ...(rest === undefined ? [] : ordersOf(part(source, rest), rest)),
      ]
    }),
  )
}

/** "never a, never b and never c before all have matched": what lifts the last lifts all. */
function sharedLift(statements: readonly Statement[]): readonly Statement[] {
  const last = statements.at(-1)
  if (last?.says !== 'never' || last.unless === null) return statements
  return statements.map((each) =>
    each.says === 'never' && each.when === null && each.unless === null
      ? { ...each, unless: last.unless }
      : each,
  )
}

/** "X can only be cancelled if ...", "Only compensate if ...", "Waive the fee only after the yes": not otherwise. */
function readOnly(source: Source, text: string): readonly Statement[] | null {
  const both = /^(.+?) if and only if (.+)$/i.exec(text)
  if (both?.[1] !== undefined && both[2] !== undefined && orderIn(both[1]) !== null) {
    const [deed, condition] = [deedOf(orderIn(both[1]) ?? both[1]), conditionOf(both[2])]
    const done: Statement = {
      ...source,
      says: 'if',
      condition,
      then: [{ ...source, says: 'do', deed }],
      otherwise: null,
    }
    return [done, { ...source, says: 'never', deed, when: null, unless: condition }]
  }
  const found =
    /^only (.+?) (?:if|when|after|where|for) (.+)$/i.exec(text) ??
    /^(.+?) only (?:if|when|after|where) (.+)$/i.exec(text)
  const order =
    orderIn(found?.[1] ?? '') ?? (/^only [a-z]+ (?:if|when|after) /i.test(text) ? (found?.[1] ?? null) : null)
  if (found?.[2] !== undefined && order !== null) {
    const deed = deedOf(order)
    return [{ ...source, says: 'never', deed, when: null, unless: conditionOf(found[2]) }]
  }
  const passive =
    /^(.{1,80}?) (?:can|may|must|should|will) only be (\w+(?:ed|en|t)?)\b(.{0,80}?) (?:if|when|after|where|once) (.+)$/i.exec(
      text,
    )
  if (passive === null) return null
  const [, subject = '', verb = '', rest = '', condition = ''] = passive
  const [needed = '', ...more] = condition.split(/,\s+(?:and|but)\s+/)
  const tail = more.join(', ')
  const never: Statement = {
    ...source,
    says: 'never',
    deed: { does: 'act', object: `${baseForm(verb)} ${lowerFirst(subject)}${rest}` },
    when: null,
    unless: conditionOf(needed),
  }
  return [never, ...(tail === '' || orderIn(tail) === null ? [] : ordersOf(part(source, tail), tail))]
}

/** "An order over 300 euros is for the lead, so hand over." */
function readSo(source: Source, text: string): readonly Statement[] | null {
  for (const found of text.matchAll(/,?\s+so\s+/gi)) {
    const before = text.slice(0, found.index)
    const after = text.slice(found.index + found[0].length)
    if (orderIn(after) === null && NEVER.exec(after) === null) continue
    if (orderIn(before) !== null) return ordersOf(source, `${before}, ${after}`)
    const condition = aboutWhom(before)
    const then = branch(part(source, after), after)
    return [{ ...source, says: 'if', condition, then, otherwise: null }]
  }
  return null
}

/** "Whoever wants it put right goes on with section 5", "a customer with more than two goes to a colleague" */
function readWho(source: Source, text: string): readonly Statement[] | null {
  const told =
    /^(?:somebody|someone|anybody|anyone|everybody|an? \w+|customers?) (with(?:out)? .{2,60}?) (?:gets?|receives?|has|may|can|is)\b[^:]{0,80}: (.+)$/i.exec(
      text,
    )
  if (told?.[1] !== undefined && told[2] !== undefined && orderIn(told[2]) !== null)
    return [
      {
        ...source,
        says: 'if',
        condition: conditionIn(
          { kind: /^without/i.test(told[1]) ? 'without' : 'with' },
          told[1].replace(/^with(?:out)? /i, ''),
        ),
        then: ordersOf(part(source, told[2]), told[2]),
        otherwise: null,
      },
    ]
  const found =
    /^(.{3,200}?),?\s+(?:is|are)?\s?(goes|gets|go|moves|is (?:handed over|passed|transferred|escalated|referred|declined|handled))\s+(.+)$/i.exec(
      text,
    )
  if (found?.[1] === undefined || found[2] === undefined || found[3] === undefined) return null
  const deed = doneTo(found[2].toLowerCase(), found[3])
  if (deed === null) return null
  const condition = aboutWhom(found[1].replace(/,$/, ''))
  return [{ ...source, says: 'if', condition, then: [{ ...source, says: 'do', deed }], otherwise: null }]
}

/** "Data may be slow and you must follow path 2": the fact demands nothing, the rest does. */
function readAndMust(source: Source, text: string): readonly Statement[] | null {
  const order =
    /[,;]?\s+(?:and|so|but)\s+((?:you|agents?|the agent) (?:must|should|have to|has to|need to|needs to) .+)$/i.exec(
      text,
    )?.[1]
  return order === undefined
    ? null
    : (readNever(part(source, order), order) ?? readOrders(part(source, order), order))
}

/** "Polish the shoes": a verb no list holds is still an order. */
function readUnknownOrder(source: Source, text: string): readonly Statement[] | null {
  const order = lowerFirst(text)
  if (!looksLikeOrder(order)) return null
  const [first = text, ...more] = splitOrders(text)
  const done: Statement = { ...part(source, first), says: 'do', deed: deedOf(lowerFirst(first)) }
  return [done, ...more.flatMap((piece) => ordersOf(part(source, piece), piece))]
}

const DEMANDS =
  /\b(?:must|should|shall|needs? to|ha(?:ve|s) to|always|never|not allowed|not possible|forbidden|obliged|mandatory|please|can only|cannot|at most|required|entitled|(?:is|are) to be)\b/i

const DEED =
  /^(?:ask (?:for|them|whether|if|the|how|what|which|why)|look (?:up|at|the|it|in)|hand (?:it|them|this|over|the)|tell (?:them|the|him|her)|say (?:that|so)|explain (?:that|the|why|how)|decline|refund (?:it|the|them)|cancel (?:it|the|them)|send (?:it|the|them)|offer (?:to|them|the|a|an)|wait for|confirm (?:with|that)|escalate|transfer (?:it|them|the|to)|pass (?:it|them|the)|apologi[sz]e|inform (?:them|the)|advise (?:them|the))\b/i

/** Somewhere in it stands what an agent is told to do: whatever else it says, it is no mere fact. */
const holdsOrder = (text: string): boolean =>
  text
    .split(/[:;,]\s+(?:(?:so|then|and|or|but)\s+)?|\s+(?:so|then)\s+/)
    .some((piece) => DEED.test(piece) && orderIn(piece) !== null)

/** A fact demands nothing; a demand we cannot read is said so. */
function readRest(source: Source, text: string): Statement {
  // "Ok with that?": they are asked for a yes
  if (
    /^(?:is (?:that|this|it) |all )?(?:ok|okay|fine|right|agreed)(?: with (?:that|this|it|them))?\?$/i.test(
      plain(source.text),
    )
  )
    return { ...source, says: 'do', deed: { does: 'confirm', object: null } }
  if (/\?$/.test(plain(source.text))) return background(source, 'a question')
  if (DEMANDS.test(text) || holdsOrder(text))
    return unread(source, 'demands something, in a form that is not understood')
  return background(source, 'states a fact, demands nothing')
}
