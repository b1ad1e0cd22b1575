import type { TellAct } from '../../base/acts.ts'
import type { Value } from '../../base/value.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { Condition, OutlineSection, Deed as ReadDeed, Source, Statement } from '../outline.ts'
import { atomOf } from '../read/conditions.ts'
import { measureOf } from '../read/measure.ts'
import { plain } from '../read/plain.ts'
import type { BoundRow, BoundStatement, Deed } from './bound.ts'
import { allOf, type Bound, namesIn, notOf, TRUE } from './condition.ts'
import type { DeskField } from './desk.ts'
import { isGuard } from './flow-shape.ts'
import type { Focus } from './focus.ts'
import { toolsIn } from './forbid-tools.ts'
import { mustSayIn } from './must-say.ts'
import type { Notes } from './notes.ts'
import { sparedBy } from './spared.ts'
import {
  bestColumn,
  fieldsIn,
  flagNamed,
  lackOf,
  recordIn,
  type Tied,
  type Tying,
  tieCondition,
  tieMeasured,
  tieTerm,
  tieUntil,
} from './tie-condition.ts'
import { toldInstead } from './told-instead.ts'
import { alike, contentOf, stemsOf, wordsOf } from './words.ts'

/** Paragraphs are told apart by the empty lines before them. */
function paragraphOf({ clause }: Source, { sop }: Binding): number {
  const start = sop.clauses.get(clause)?.start ?? 0
  return sop.text.slice(0, start).split(/\n\s*\n/).length
}

type Do = Extract<Statement, { readonly says: 'do' }>

/** Ties the statements of one section, in the order of the text. What cannot be tied goes into the notes. */
export function bindStatements(statements: readonly Statement[], at: Binding): readonly BoundStatement[] {
  const bound: BoundStatement[] = []
  for (let index = 0; index < statements.length; index += 1) {
    const statement = statements[index]
    if (statement === undefined) continue
    if (statement.says !== 'do') {
      bound.push(...bindOne(statement, { ...at, done: bound }))
      continue
    }
    const group: Do[] = [statement]
    for (let next = statements[index + 1]; isSameSentence(statement, next); next = statements[index + 1]) {
      group.push(next)
      index += 1
    }
    bound.push(...bindDeeds(group, { ...at, ahead: statements.slice(index + 1) }))
  }
  return toldInstead(otherCases(bound))
}

/** "you cancel, replace or exchange anything": all of these, wherever they are done. */
function toolsOfEvent(event: string, { notes, tying }: Binding): readonly string[] {
  const verbs = event.replace(/^(?:you|we) /i, '').split(/,\s*(?:or\s+)?|\s+or\s+/)
  if (!/^(?:you|we) /i.test(event) || verbs.length < 2) return []
  return [...new Set(verbs.flatMap((verb) => toolsIn(verb, tying.desk, notes).tools))]
}

const isAnswer = (
  statement: BoundStatement,
): statement is BoundStatement & { is: 'if'; on: Extract<Tied, { readonly answer: 'yes' | 'no' }> } =>
  statement.is === 'if' && 'answer' in statement.on

/** "If they say no, ... . In all other cases ...": the other cases are those of the condition before the answer. */
function otherCases(list: readonly BoundStatement[]): readonly BoundStatement[] {
  const moved = [...list]
  for (const [at, one] of moved.entries()) {
    if (one.is !== 'if' || !('answer' in one.on) || one.otherwise === null) continue
    const before = moved.findLastIndex(
      (other, place) => place < at && other.is === 'if' && 'bound' in other.on,
    )
    const condition = moved[before]
    if (condition?.is !== 'if' || condition.otherwise !== null) continue
    moved[before] = { ...condition, otherwise: one.otherwise }
    moved[at] = { ...one, otherwise: null }
  }
  return moved
}

export type Binding = {
  readonly notes: Notes
  readonly tying: Tying
  readonly sop: SopDocument
  readonly section: OutlineSection
  /** the author's own name for the condition these stand under */
  readonly context: string
  /** what stands behind the deeds being bound */
  readonly ahead: readonly Statement[]
  /** what stands before, tied already */
  readonly done: readonly BoundStatement[]
}

const isSameSentence = (a: Do, b: Statement | undefined): b is Do => b?.says === 'do' && b.clause === a.clause

function bindOne(statement: Exclude<Statement, Do>, at: Binding): readonly BoundStatement[] {
  const { notes } = at
  const cites = [statement.clause]
  switch (statement.says) {
    case 'if':
      return bindIf(statement, at)
    case 'table':
      return bindTable(statement, at)
    case 'around': {
      const several = toolsOfEvent(statement.event, at)
      const tool = several.length > 0 ? null : notes.toolMeant(statement.event)
      const all = bindStatements(statement.then, at)
      const answers = all.filter(isAnswer)
      const then = all.filter((one) => !isAnswer(one))
      if (several.length > 0)
        return several.map((each) => ({
          cites,
          text: statement.text,
          paragraph: paragraphOf(statement, at),
          is: statement.order,
          tool: each,
          event: statement.event,
          then,
          everywhere: true as const,
        }))
      return [
        {
          cites,
          text: statement.text,
          paragraph: paragraphOf(statement, at),
          is: statement.order,
          tool,
          event: statement.event,
          then,
        },
        // "before you pay it out, wait for a yes, and if they say no, ...": an answer to that very proposal
        ...answers.map((one) => ({ ...one, on: { ...one.on, about: statement.event } })),
      ]
    }
    case 'never':
      if (
        statement.unless !== null &&
        /\b(?:the|a|their) yes\b/i.test(JSON.stringify(statement.unless)) &&
        'object' in statement.deed
      ) {
        const tool = notes.toolNamed([{ text: statement.deed.object ?? '', weight: 3 }])
        if (tool !== null) notes.afterYes.add(tool)
        notes.cite(statement)
        return []
      }
      notes.forbid(statement, at)
      return []
    case 'means': {
      if (isValueOf(at.tying.focus.field, statement.term) || isFlag(statement.term, at.tying)) {
        notes.cite(statement)
        return []
      }
      const tied = tieCondition(statement.condition, at.tying)
      if (!('bound' in tied)) {
        notes.loose(statement, 'what it stands for could not be tied')
        return []
      }
      notes.define(statement.term, tied.bound, statement)
      const like = /\bcounts? as\b/i.test(statement.text) ? treatedAs(statement.term, at) : undefined
      return like === undefined ? [] : [{ ...like, cites: [statement.clause, ...like.cites], on: tied }]
    }
    case 'background': {
      noteLimit(statement.text, at.tying)
      const spared = sparedBy(statement.text, at.tying.desk, at.tying.intents)
      if (spared !== undefined) at.tying.focus.spared = spared
      const counts = /^an? \w+ ([a-z]+) up to(?: and including)? its ([a-z ]+?)\.?$/i.exec(statement.text)
      const until = counts?.[2] === undefined ? undefined : tieUntil(counts[2], at.tying)
      if (until !== undefined && counts?.[1] !== undefined) notes.define(counts[1], until, statement)
      const rest =
        /^(?:everything|anything|all) else (?:is|counts as) (?:an? )?([a-z -]{3,40}?)(?::|,|\.|$)/i.exec(
          statement.text,
        )?.[1]
      const last = notes.lastTerm(at.section.id)
      if (rest !== undefined && last !== undefined) notes.define(rest, notOf(last), statement)
      notes.waive(statement, statement.because)
      return []
    }
    case 'unread': {
      // "A flagged account never gets money back. Negotiate instead: ..."
      const subject = /^(?:an?|the) (.{3,60}?) never (?:gets?|receives?|has|may|can)\b/i.exec(
        statement.text,
      )?.[1]
      const tied = subject === undefined ? undefined : tieCondition(atomOf(subject), at.tying)
      if (tied !== undefined && 'bound' in tied)
        return [
          {
            cites,
            text: statement.text,
            paragraph: paragraphOf(statement, at),
            is: 'if',
            on: tied,
            then: [],
            otherwise: null,
          },
        ]
      notes.loose(statement, statement.because)
      return []
    }
  }
}

/** "within the last 30 days": later sentences speak of it ("after that", "while our record shows no day"). */
function noteLimit(text: string, tying: Tying): void {
  const measure = measureOf(text)
  const limit = measure === null ? undefined : tieMeasured({ measure }, text.toLowerCase(), tying)
  if (limit !== undefined) tying.focus.limit = limit
}

function bindIf(
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
    : bindStatements(
        rest.filter((one) => !isDemandOnly(one)).map((one) => underCondition(one, statement.condition)),
        { ...at, context: notes.termPhrase(said) },
      )
  const otherwise = statement.otherwise === null ? null : bindStatements(statement.otherwise, at)
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

const sentenceOf = ({ clause, text }: Source, { sop }: Binding): string =>
  sop.clauses.get(clause)?.text ?? text

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

const isTake = (statement: Statement): statement is Do & { deed: Extract<ReadDeed, { does: 'take' }> } =>
  statement.says === 'do' && statement.deed.does === 'take'

const isLackOf = (field: DeskField, bound: Bound): boolean => {
  const names = namesIn(bound)
  return names.length > 0 &&
    names.every((name) => name === `fields.${field.id}`) &&
    JSON.stringify(lackOf(field)).includes('refused')
    ? JSON.stringify(bound).includes('refused')
    : names.length > 0 && names.every((name) => name === `fields.${field.id}`)
}

/** "An account is flagged when ...": the back office knows; the sentence explains what it means. */
const isFlag = (term: string, { desk }: Tying): boolean =>
  desk.columns.some(
    ({ column, stems }) => column.type === 'boolean' && stems.join(' ') === contentOf(term).join(' '),
  )

const isValueOf = (field: DeskField | null, words: string): boolean => valueNamed(words, field) !== undefined

/** "used" of a field with true: unused, "high" of one with high, medium, low. */
function valueNamed(words: string, field: DeskField | null): Value | undefined {
  if (field === null) return undefined
  const said = contentOf(words).length > 0 ? contentOf(words) : stemsOf(words)
  if (field.type === 'boolean') {
    const own = contentOf(field.id)
    if (said.some((word) => own.includes(word))) return true
    return said.some((word) => own.includes(`un${word}`) || own.includes(`not${word}`)) ? false : undefined
  }
  const found = field.values.find(({ name }) =>
    stemsOf(name).every((part) => said.some((word) => alike(word, part))),
  )
  return found?.id
}

function withTakes<Kind extends Exclude<Tied, { loose: string }>>(tied: Kind, notes: Notes): Kind {
  return 'bound' in tied ? { ...tied, bound: notes.withTakes(tied.bound) } : tied
}

/** "... explain that we need a ticket we can see. One of another hall counts as one we cannot see.": so it is with that. */
function treatedAs(term: string, { done }: Binding): (BoundStatement & { is: 'if' }) | undefined {
  const own = contentOf(term)
  const found = done.findLast(
    (one) =>
      isGuard(one) &&
      own.length > 0 &&
      own.every((word) => contentOf(one.text).some((other) => alike(word, other))),
  )
  return found?.is === 'if' ? found : undefined
}

function bindTable(
  statement: Extract<Statement, { readonly says: 'table' }>,
  at: Binding,
): readonly BoundStatement[] {
  const { notes, tying } = at
  const learnedIn: { field: DeskField; row: number }[] = []
  const rows = statement.rows.map((row, number): BoundRow => {
    const chosen = new Map<string, string>()
    const loose: string[] = []
    const parts = row.conditions.map((condition, column): Bound => {
      if (condition === null) return TRUE
      const header = statement.columns[column] ?? ''
      const output = notes.parameterFor(header, row.cells[column] ?? '')
      if (output !== null) {
        chosen.set(output, `'${row.cells[column] ?? ''}'`)
        return TRUE
      }
      const cell = row.cells[column] ?? ''
      const term = tieTerm(`${cell} ${header}`.toLowerCase(), tying.terms)
      if (term !== undefined) return term
      const tied = tieCell(condition, header, { ...tying, sentence: cell })
      if ('bound' in tied && 'atom' in condition && condition.measure !== null) tying.focus.limit = tied.bound
      if ('bound' in tied) return notes.withTakes(tied.bound)
      const flag = row.conditions.length === 1 ? flagNamed(row.text, tying) : undefined
      if (flag !== undefined) return flag
      loose.push('loose' in tied ? tied.loose : header)
      return TRUE
    })
    const when = allOf(parts)
    // A cell that could not be tied beside one that could only adds what the reader should know: what it costs.
    if (loose.length > 0 && 'constant' in when) notes.loose(row, `"${loose[0]}" could not be tied`)
    const asked = tying.focus.asked.length
    const then = bindStatements(
      row.then.filter((one) => !isTake(one)),
      at,
    )
    for (const field of tying.focus.asked.slice(asked)) learnedIn.push({ field, row: number })
    const taken = row.then.filter(isTake)
    if (row.then.length === 0) chosen.set('', row.cells.slice(row.conditions.length).join(' '))
    for (const one of row.then) {
      // "waive the fee, then change the line with a fee of 0": the rest says how it goes on
      const later =
        one.says === 'do' && one.deed.does === 'act' ? /, then (.+)$/i.exec(one.deed.object)?.[1] : undefined
      if (later !== undefined) chosen.set('', later)
    }
    for (const take of taken) {
      chosen.set('', take.deed.as)
      if (/\b(?:say|tell|answer)\b/i.test(take.deed.object)) then_(then, bindTold(take, at))
      else for (const term of take.deed.as.split(/,\s+(?:and\s+)?/)) notes.define(term, when, row)
    }
    return { cites: [row.clause], when, then, chosen }
  })
  for (const { field } of learnedIn) linkValues(field, notes)
  if (statement.rows.every(({ then }) => then.length === 0))
    notes.values.push({
      headers: statement.columns,
      rows: rows.map(({ when }, at) => ({ when, cells: statement.rows[at]?.cells ?? [] })),
    })
  return [
    {
      cites: statement.rows.map(({ clause }) => clause),
      text: statement.text,
      paragraph: paragraphOf(statement, at),
      is: 'rows',
      rows,
    },
  ]
}

const then_ = (then: readonly BoundStatement[], more: BoundStatement): void => {
  ;(then as BoundStatement[]).push(more)
}

/** A cell under "What you say" is what is said. */
function bindTold(take: Do & { deed: Extract<ReadDeed, { does: 'take' }> }, at: Binding): BoundStatement {
  const told = bindTell(take, { told: [{ act: 'inform', words: take.deed.as }], clause: take.deed.as, at })
  return { cites: [take.clause], text: take.text, paragraph: paragraphOf(take, at), is: 'deed', deed: told }
}

/** A row that asks instead of naming: each answer stands for the name it shares most words with. */
function linkValues(field: DeskField, notes: Notes): void {
  for (const { id, name } of field.values) {
    const own = stemsOf(name)
    const shared = (stems: readonly string[]) =>
      stems.filter((part) => own.some((word) => alike(word, part))).length / stems.length
    const [best] = [...notes.found]
      .filter(({ stems }) => shared(stems) >= 0.5)
      .sort((a, b) => shared(b.stems) - shared(a.stems))
    if (best !== undefined) notes.widen(best.stems, { name: `fields.${field.id}`, is: '==', value: id })
  }
}

/** A cell is read in the light of its heading: "low" under "Trust". */
function tieCell(condition: Parameters<typeof tieCondition>[0], header: string, tying: Tying): Tied {
  const { focus, desk } = tying
  const counts = 'atom' in condition && condition.measure !== null
  const headed = stemsOf(header)
  const column = bestColumn(
    header,
    { ...tying, focus: { ...focus, column: null } },
    (one) =>
      one.stems.some((part) => headed.some((word) => alike(word, part) || word.endsWith(part))) &&
      (!counts || one.column.type === 'number' || one.column.type === 'date'),
  )
  const [field] = fieldsIn(header, desk)
  const named = recordIn(header, desk)
  const seen: Focus = {
    ...focus,
    column: column ?? focus.column,
    record: named ?? column?.record ?? focus.record,
    field: field ?? focus.field,
  }
  return tieCondition(condition, { ...tying, focus: seen })
}

type Told = { readonly act: TellAct; readonly words: string }
const TOLD: Readonly<Record<string, TellAct>> = {
  tell: 'inform',
  explain: 'explain',
  decline: 'decline',
  comfort: 'comfort',
  offer: 'offer',
  proof: 'request-proof',
}

/** The deeds of one sentence: which of them are one step together, which are part of a proposal. */
function bindDeeds(group: readonly Do[], at: Binding): readonly BoundStatement[] {
  const { notes, tying, sop } = at
  const clause = nearestIn(sop.clauses.get(group[0]?.clause ?? '')?.text ?? '', group[0]?.text ?? '')
  const bound: BoundStatement[] = []
  let proposal = ''
  const push = (from: Do, deed: Deed) =>
    bound.push({ cites: [from.clause], text: from.text, paragraph: paragraphOf(from, at), is: 'deed', deed })
  for (let index = 0; index < group.length; index += 1) {
    const one = group[index]
    if (one === undefined) continue
    const { deed } = one
    const elsewhere = notes.wayElsewhere(one.text)
    if (elsewhere !== null && deed.does !== 'go') {
      push(one, { does: 'go', section: elsewhere, back: true })
      continue
    }
    const follows = group[index + 1]
    if (follows?.deed.does === 'go' && follows.deed.comesBack && follows.text === one.text) {
      const section = notes.sectionNamed(follows.deed.to)
      index += 1
      if (deed.does === 'act' && section !== null) {
        const made = bindAct(one, { words: deed.object, proposal, clause, at })
        push(one, made.does === 'act' ? { ...made, via: section } : made)
        continue
      }
      if (deed.does === 'ask' && section !== null) {
        push(one, { does: 'go', section, back: true })
        bindAsk(one, deed.object.replace(/\bas (?:\w+ )?in .*$/i, ''), at)
        continue
      }
      if (deed.does === 'decline' && section !== null) {
        push(one, { does: 'go', section, back: false })
        continue
      }
    }
    if (/\bas (?:described|told|explained|shown) below\b|^stop (?:at|when|with)\b/i.test(one.text)) {
      push(one, { does: 'nothing' })
      continue
    }
    switch (deed.does) {
      case 'ask': {
        // "ask them to look with the neighbours" asks for nothing we could note: it is said
        if (
          /^to [a-z]+ /i.test(deed.object) &&
          fieldsAsked(deed.object, notes, tying.desk.fields).length === 0
        ) {
          push(one, bindTell(one, { told: [{ act: 'inform', words: deed.object }], clause, at }))
          break
        }
        for (const asked of bindAsk(one, deed.object, at)) push(one, asked)
        break
      }
      case 'check':
        push(one, bindCheck(one, deed.object, at))
        break
      case 'act': {
        if (notes.isLookUp(deed.object)) {
          push(one, bindCheck(one, deed.object, at))
          break
        }
        const made = bindAct(one, { words: deed.object, proposal, clause, at })
        push(one, made)
        break
      }
      case 'confirm':
        tying.focus.answering = { kind: 'proposal' }
        push(one, {
          does: 'confirm',
          words: `${proposal} ${tying.focus.proposal} ${deed.object ?? ''} ${clause}`,
        })
        break
      case 'offer':
      case 'tell':
      case 'explain':
      case 'decline':
      case 'comfort':
      case 'proof': {
        if (isProposal(one, group.slice(index + 1), at.ahead)) {
          proposal = `${proposal} ${one.text}`
          tying.focus.proposal = clause
          push(one, { does: 'nothing' })
          break
        }
        const act =
          deed.does === 'proof' && /^(?:and |then )?tell\b/i.test(one.text)
            ? 'inform'
            : (TOLD[deed.does] ?? 'inform')
        const told: Told[] = [{ act, words: deed.object }]
        while (isSameTelling(one, group[index + 1])) {
          const next = group[index + 1]
          if (next !== undefined && 'object' in next.deed)
            told.push({ act: 'inform', words: next.deed.object ?? '' })
          index += 1
        }
        push(one, bindTell(one, { told, clause, at }))
        break
      }
      case 'handover':
        push(one, {
          does: 'handover',
          reason: notes.handover(one, { clause, section: at.section.title, to: deed.to ?? '' }),
        })
        break
      case 'again': {
        const named = deed.object === null ? [] : fieldsIn(deed.object, tying.desk)
        const { matched, asked } = tying.focus
        const fields = named.length > 0 ? named : matched.length > 0 ? matched : asked.slice(-1)
        push(one, { does: 'again', fields: fields.map(({ id }) => id), times: (deed.times ?? 2) - 1 })
        break
      }
      case 'go':
        push(one, bindGo(one, deed, at))
        break
      case 'take': {
        const value = valueNamed(deed.as, tying.focus.field)
        if (value === undefined) notes.loose(one, `"${deed.as}" is no value that could be tied`)
        else notes.cite(one)
        break
      }
      case 'end':
      case 'close':
        push(one, { does: 'end' })
        break
    }
  }
  return sameOnce(bound)
}

/** "..., and if they would rather have the thing, send it": the part of the sentence the order stands in. */
function nearestIn(sentence: string, order: string): string {
  const parts = sentence.split(/,\s+(?:and|but)\s+(?=(?:if|unless)\s)/i)
  return parts.findLast((part) => plain(part).includes(order)) ?? sentence
}

/** "tell them so and name the service" is one telling with what must be said in it. */
function sameOnce(list: readonly BoundStatement[]): readonly BoundStatement[] {
  const kept: BoundStatement[] = []
  for (const one of list) {
    const last = kept.at(-1)
    if (
      one.is === 'deed' &&
      last?.is === 'deed' &&
      one.deed.does === 'tell' &&
      last.deed.does === 'tell' &&
      one.deed.topic === last.deed.topic
    )
      kept[kept.length - 1] = {
        ...last,
        deed: { ...last.deed, mustSay: [...last.deed.mustSay, ...one.deed.mustSay] },
      }
    else kept.push(one)
  }
  return kept
}

/** Naming, reading out and offering before the yes that is waited for. */
function isProposal(one: Do, later: readonly Do[], ahead: readonly Statement[]): boolean {
  if (one.deed.does !== 'tell' && one.deed.does !== 'offer') return false
  const next = later.find(({ deed }) => deed.does === 'confirm' || deed.does === 'act')
  if (next !== undefined) return next.deed.does === 'confirm' || one.deed.does === 'offer'
  if (!/^(?:and |then )?(?:name|read|repeat|mention|state|say what|say which|offer)\b/i.test(one.text))
    return false
  for (const statement of ahead.slice(0, 3)) {
    if (statement.says === 'do' && statement.deed.does === 'confirm') return true
    if (statement.says === 'do' && (statement.deed.does === 'act' || statement.deed.does === 'ask'))
      return false
  }
  return false
}

/** "decline and say that ...", "comfort them: say that we are sorry" are one telling. */
function isSameTelling(one: Do, next: Do | undefined): boolean {
  if (next === undefined) return false
  const does = next.deed.does
  if (one.deed.does === 'decline') return does === 'tell' || does === 'explain' || does === 'comfort'
  if (one.deed.does === 'comfort') return does === 'tell' || does === 'comfort'
  return false
}

function bindTell(
  one: Do,
  { told, clause, at }: { told: readonly Told[]; clause: string; at: Binding },
): Deed {
  const words = told.map((each) => each.words).join('. ')
  const [first] = told
  if (/^(?:and |then |so )?(?:add|answer)\b/i.test(one.text)) {
    at.notes.cite(one)
    return { does: 'nothing' }
  }
  const act = first?.act ?? 'inform'
  const referred = at.notes.sentenceElsewhere(words, at.sop)
  if (/\bwhat happens next\b|\bwhat they get\b/i.test(words))
    return { does: 'tell', act, topic: '', mustSay: [] }
  if (at.notes.isValueOfTable(words)) return { does: 'tell', act, topic: '', mustSay: [] }
  const known = /\bin the same way\b/i.test(words) ? at.notes.lastTopic(act) : null
  const bare = act === 'comfort' && contentOf(words).length === 0
  if (/^the (?:wording|words)\b/i.test(clause)) {
    const meant = at.notes.topicNamed(one, act, [{ text: words, weight: 3 }])
    if (meant !== null) at.notes.wordings.set(meant, mustSayIn(words))
    at.notes.cite(one)
    return { does: 'nothing' }
  }
  const topic =
    known ??
    (bare ? at.notes.topicLater(one, act, [{ text: clause, weight: 1 }]) : null) ??
    at.notes.topicNamed(
      one,
      act,
      [
        { text: words, weight: 3 },
        { text: referred, weight: 3 },
        { text: one.text, weight: 1 },
        { text: clause, weight: 0.8 },
        { text: at.context, weight: 0.8 },
        { text: act === 'request-proof' ? (at.tying.focus.field?.name ?? '') : '', weight: 2 },
        { text: at.section.title, weight: 0.2 },
      ],
      contentOf(words).length === 0 ? behind(one, at) : '',
    )
  if (topic === null) return { does: 'nothing' }
  return {
    does: 'tell',
    act: first?.act ?? 'inform',
    topic,
    mustSay: mustSayIn(words === '' ? clause : words),
    ...(/^(?:them |the [a-z]+ |him |her )?to [a-z]+\b/i.test(words) ? { advises: true as const } : {}),
  }
}

/** The sentences behind this one in its paragraph: a bare "decline" is often explained there. */
function behind({ clause }: Source, { sop }: Binding): string {
  const own = sop.clauses.get(clause)
  if (own === undefined) return ''
  const end = sop.text.indexOf('\n\n', own.end)
  return sop.text.slice(own.end, end === -1 ? sop.text.length : end)
}

const WANTED =
  /\b(?:whether|if)\b.*\b(?:they|he|she|the \w+)\b.*\b(?:want|like|agree|accept|sure|all right|okay)/i

function bindAsk(one: Do, object: string, { tying, notes }: Binding): readonly Deed[] {
  const { focus, desk } = tying
  const fields = fieldsAsked(object, notes, desk.fields)
  if (fields.length === 0) {
    if (WANTED.test(one.text) || /\bmay\b/.test(one.text)) {
      focus.answering = { kind: 'proposal' }
      return [{ does: 'confirm', words: one.text }]
    }
    notes.loose(one, 'no field is asked for with these words')
    return []
  }
  const last = fields.at(-1)
  if (last !== undefined) {
    focus.field = last
    focus.answering = last.values.length > 0 ? { kind: 'field' } : focus.answering
  }
  focus.matched = []
  focus.asked.push(...fields)
  return fields.map(({ id }) => ({ does: 'learn', field: id }))
}

/** By the words of each part: "the order number and for how many weeks". */
function fieldsAsked(object: string, notes: Notes, fields: readonly DeskField[]): readonly DeskField[] {
  const parts = object
    .split(/,\s*(?:and\s+)?|\s+and\s+(?=(?:for|what|how|whether|the|their|a|why)\b)/i)
    .filter((part) => contentOf(part).length + wordsOf(part).length > 0)
  const found = parts.flatMap((part) => notes.fieldNamed(part) ?? [])
  const whole = notes.fieldNamed(object)
  const ids = [
    ...new Set(
      found.length > 0 && (whole === null || found.includes(whole) || found.length > 1)
        ? found
        : whole === null
          ? []
          : [whole],
    ),
  ]
  return ids.flatMap((id) => fields.find((field) => field.id === id) ?? [])
}

function bindCheck(one: Do, object: string, { tying, notes, ahead }: Binding): Deed {
  const { desk, focus } = tying
  const last = focus.field
  const byField = last === null ? undefined : desk.records.find((record) => record.by === `fields.${last.id}`)
  const named = notes.recordNamed(object)
  const known =
    named === null
      ? (recordIn(object, desk) ?? null)
      : (desk.records.find(({ name }) => name === named) ?? null)
  // "the account the order belongs to": of two ways to such a row, the one through the order
  const through =
    known === null
      ? undefined
      : desk.records.find(
          ({ table, by }) =>
            table === known.table &&
            by.startsWith('records.') &&
            stemsOf(by.split('.')[1] ?? '').every((part) =>
              stemsOf(object).some((word) => alike(word, part)),
            ),
        )
  // "look that flight up": of two ways to such a row, the one by what was just asked for
  const record =
    through !== undefined
      ? through
      : known !== null &&
          byField !== undefined &&
          byField.table === known.table &&
          /\b(?:that|it)\b/i.test(object)
        ? byField
        : (known ?? (/^(?:it|that|them)\b/i.test(object) ? (byField ?? null) : null))
  if (record === null) {
    const column = bestColumn(
      object,
      { ...tying, focus: { ...focus, column: null, record: null } },
      () => true,
    )
    const isDay = /\b(?:day|date|time)\b/i.test(object)
    // "check where the guest is in their stay", with the answers below: a look at what has been looked up
    const isLook = focus.record !== null && (ahead[0]?.says === 'if' || ahead[0]?.says === 'table')
    if (column === undefined && !isDay && !isLook && fieldsIn(object, desk).length === 0)
      notes.loose(one, 'nothing that can be looked up has this name')
    else if (column !== undefined) focus.column = column
    return { does: 'nothing', looks: true }
  }
  const column = bestColumn(
    object,
    { ...tying, focus: { ...focus, column: null, record } },
    (each) => each.record.name === record.name,
  )
  focus.record = record
  focus.seen = new Set([...focus.seen, record.name])
  if (column?.stems.some((part) => contentOf(object).some((word) => alike(word, part)))) focus.column = column
  return { does: 'check', record: record.name }
}

function bindAct(
  one: Do,
  { words, proposal, clause, at }: { words: string; proposal: string; clause: string; at: Binding },
): Deed {
  const own = words.replace(/, then .+$/i, '')
  if (/^\w+ (?:nothing|no)\b|^(?:leave|omit|skip|spare)\b/i.test(words)) return { does: 'nothing' }
  const tool = at.notes.toolNamed([
    { text: own, weight: 3 },
    { text: proposal, weight: 1.5 },
    { text: clause, weight: 0.8 },
    { text: at.section.title, weight: 0.3 },
  ])
  if (tool === null) {
    at.notes.loose(one, 'no tool does this')
    return { does: 'nothing' }
  }
  at.notes.call(own, tool)
  return { does: 'act', tool, words, more: [proposal, clause] }
}

function bindGo(one: Do, deed: Extract<ReadDeed, { does: 'go' }>, { notes }: Binding): Deed {
  if (/^(?:next|here)\b/i.test(deed.to)) return { does: 'nothing' }
  const section = notes.sectionNamed(deed.to)
  if (section === null && /^(?:go (?:by|through|on)|continue|proceed)\b/i.test(one.text))
    return { does: 'nothing' }
  if (section === null) {
    notes.loose(one, `there is no "${deed.to}" to go to`)
    return { does: 'nothing' }
  }
  return { does: 'go', section, back: deed.comesBack }
}
