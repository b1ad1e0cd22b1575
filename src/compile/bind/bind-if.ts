import type { Condition, Statement } from '../outline/outline.ts'
import { type Bound, namesIn } from '../tie/condition.ts'
import type { DeskField } from '../tie/desk.ts'
import { tieCondition } from '../tie/tie-condition.ts'
import { lackOf } from '../tie/tie-lack.ts'
import type { Tied } from '../tie/tying.ts'
import { type Binding, isTake, noteLimit, paragraphOf, sentenceOf } from './binding.ts'
import type { BoundStatement } from './bound.ts'
import { valueNamed } from './named-values.ts'
import type { Notes } from './notes.ts'

/** Ties conditions: what holds, what is done under it, and what a name or a missing answer stands for. */

export function bindIf(
  statement: Extract<Statement, { readonly says: 'if' }>,
  at: Binding,
): readonly BoundStatement[] {
  const { notes, tying } = at
  const cites = [statement.clause]
  const said = 'atom' in statement.condition ? statement.condition.atom : ''
  const forWhom =
    /^(?:for|if (?:somebody|someone|they) wants?|somebody who)\b/i.test(statement.text) &&
    notes.isForIntent(said, statement)
  const isKnown = /^you (?:know|have)\b/i.test(said)
  const tied: Tied =
    forWhom || isKnown
      ? { loose: said }
      : tieCondition(statement.condition, { ...tying, sentence: statement.text })
  nameOutcome(statement, tied, notes)
  if (statement.permits === true) noteLimit(statement.text, tying)
  const taken = statement.then.filter(isTake)
  const field = tying.focus.field
  for (const take of taken) {
    const value = valueNamed(take.deed.as, field)
    if (value !== undefined && field !== null) {
      // "take it as urgent if water is running" says which answer is meant; only a missing answer is taken as one
      if ('bound' in tied && isLackOf(field, tied.bound)) notes.take(field, value, statement)
      else notes.cite(statement)
    } else if ('bound' in tied) notes.define(take.deed.as.split(',')[0] ?? '', tied.bound, statement)
    else notes.loose(statement, 'what it is taken as could not be tied')
  }
  for (const take of statement.otherwise?.filter(isTake) ?? []) {
    const value = valueNamed(take.deed.as, field)
    // "Take them as calm otherwise, also if they do not want to say."
    if (value !== undefined && field !== null) notes.take(field, value, take)
  }
  const rest = statement.then.filter((one) => !isTake(one))
  if (taken.length > 0 && rest.length === 0 && (statement.otherwise ?? []).every(isTake)) {
    const go = taken.flatMap((take) => notes.wayAs(take.deed.as) ?? [])[0]
    if (go === undefined || !('bound' in tied)) return []
    const deed: BoundStatement = {
      cites,
      text: statement.text,
      paragraph: paragraphOf(statement, at),
      is: 'deed',
      deed: go,
    }
    return [
      {
        cites,
        text: statement.text,
        paragraph: paragraphOf(statement, at),
        is: 'if',
        on: tied,
        then: [deed],
        otherwise: null,
      },
    ]
  }
  // "..., so do not look at the account": what is not done is no step
  const onlyForbids = rest.length > 0 && rest.every((one) => one.says === 'never')
  const naming = rest.length > 0 && rest.every((one) => isNaming(one))
  const then = naming
    ? []
    : at.bind(
        rest.filter((one) => !isDemandOnly(one)).map((one) => underCondition(one, statement.condition)),
        { ...at, context: notes.termPhrase(said) },
      )
  const otherwise = statement.otherwise === null ? null : at.bind(statement.otherwise, at)
  if (onlyForbids && otherwise === null) return []
  if (naming && otherwise === null) {
    // "name the amount: the whole fare where ..., the fare less the fee where it is not": how much, not whether
    tying.focus.proposal = sentenceOf(statement, at)
    return [
      {
        cites,
        text: statement.text,
        paragraph: paragraphOf(statement, at),
        is: 'deed',
        deed: { does: 'nothing' },
      },
    ]
  }
  if ('loose' in tied) {
    const paragraph = paragraphOf(statement, at)
    // "For a refund ask for ...": the section is for that very intent
    if (isKnown || notes.isForIntent(tied.loose, statement)) return [...then, ...(otherwise ?? [])]
    const tool = notes.toolMeant(tied.loose)
    const onlyTold = then.length > 0 && then.every((one) => one.is === 'deed' && one.deed.does === 'tell')
    const isOver = /^(?:and |so |then )?(?:when|once|as soon as|after)\b/i.test(statement.text)
    // "When it is on its way, tell them ...": which of our deeds is meant shows when the section is known
    if (onlyTold && (tool !== null || isOver))
      return [
        {
          cites,
          text: statement.text,
          paragraph,
          is: 'after',
          tool: isOver ? null : tool,
          event: tied.loose,
          then,
        },
      ]
    notes.loose(statement, `"${tied.loose}" could not be tied to a field, a record or an answer`)
    return []
  }
  return [
    {
      cites,
      text: statement.text,
      paragraph: paragraphOf(statement, at),
      is: 'if',
      on: withTakes(tied, notes),
      then,
      otherwise,
      ...(statement.permits === true ? { permits: true as const } : {}),
      ...(isInstead(statement) ? { instead: true as const } : {}),
    },
  ]
}

/** "For a small order you may give the money back instead" */
const isInstead = ({ text, then }: Extract<Statement, { readonly says: 'if' }>): boolean =>
  /\byou (?:may|can)\b[^.;]*\binstead\b/i.test(text) &&
  then.some((one) => one.says === 'do' && one.deed.does === 'act')

/** "A disputed invoice is with the bank, so do not refund it": forbidden then. */
const underCondition = (statement: Statement, condition: Condition): Statement =>
  statement.says === 'never' && statement.when === null && statement.unless === null
    ? { ...statement, when: condition }
    : statement

/** "With low trust the wish has to be reasonable": what that means is told next. */
const isDemandOnly = (statement: Statement): boolean =>
  statement.says === 'unread' && /\b(?:has|have|needs?) to be\b/i.test(statement.text)

const isNaming = (statement: Statement): boolean =>
  statement.says === 'do' &&
  statement.deed.does === 'tell' &&
  /^(?:and |then )?(?:name|read)\b/i.test(statement.text)

/** "it is no more than 90 days ago, the matter has been raised before": a name for the condition, used further on. */
function nameOutcome(statement: Extract<Statement, { readonly says: 'if' }>, tied: Tied, notes: Notes): void {
  if (!('bound' in tied)) return
  for (const one of statement.then) {
    if (one.says !== 'background') continue
    const named =
      /^[^:]{1,60}?\b(?:has been|have been|was|is|are) ([a-z -]{3,40}?)(?: before| already)?(?::|$)/i.exec(
        one.text,
      )?.[1]
    if (named !== undefined) notes.define(named, tied.bound, one)
  }
  const so = /\b(?:is|are) ([a-z -]{3,40}), so\b/i.exec(statement.text)?.[1]
  if (so !== undefined) notes.define(so, tied.bound, statement)
}

const isLackOf = (field: DeskField, bound: Bound): boolean => {
  const names = namesIn(bound)
  return names.length > 0 &&
    names.every((name) => name === `fields.${field.id}`) &&
    JSON.stringify(lackOf(field)).includes('refused')
    ? JSON.stringify(bound).includes('refused')
    : names.length > 0 && names.every((name) => name === `fields.${field.id}`)
}

function withTakes<Kind extends Exclude<Tied, { loose: string }>>(tied: Kind, notes: Notes): Kind {
  return 'bound' in tied ? { ...tied, bound: notes.withTakes(tied.bound) } : tied
}
