import type { Clause, Section, SopDocument } from '../../sop/sop.ts'
import type { Outline, OutlineSection, Source, Statement } from '../outline/outline.ts'
import { readBullets } from './bullets.ts'
import { atomOf, conditionOf, negated } from './conditions.ts'
import { orderIn } from './deeds.ts'
import { adoptLists, type Block, blocksOf } from './layout.ts'
import { background } from './parts.ts'
import { plain, withoutEnd } from './plain.ts'
import { answersTo, questionIn, underQuestion } from './questions.ts'
import { type ReadSentence, readSentence } from './sentence.ts'
import { readTable } from './table.ts'
import { isCaseItem, isValueItem, readValueCases } from './value-cases.ts'

/**
 * Reads procedure English. In: the parsed SOP. Out: its outline, in which every clause is a statement or unread.
 * It must not know any desk: no fields, records, tools or lexicon. Deterministic, linear, never throws.
 */
export function readOutline(sop: SopDocument): Outline {
  return { sections: sop.sections.map((section) => readSection(section, sop.text)) }
}

function readSection(section: Section, text: string): OutlineSection {
  const flow = new Flow()
  const blocks = adoptLists(blocksOf(section, text))
  const cases = blocks.filter(isCase).length >= 2
  readBlocks(blocks, flow, { text, cases })
  return {
    id: section.id,
    title: section.title,
    level: section.level,
    at: section.at,
    statements: withEither(flow.statements),
  }
}

/** "Don't sell to somebody who owes us. Send these to the office. Don't lend to them either; the office again." */
function withEither(statements: readonly Statement[]): readonly Statement[] {
  return statements.flatMap((one, at): readonly Statement[] => {
    const [sent, never] = [statements[at - 2], statements[at - 1]]
    const isSame =
      one.says === 'background' && /^(?:the )?[a-z ]{3,30} again$/i.test(withoutEnd(plain(one.text)))
    if (!isSame || sent?.says !== 'around' || never?.says !== 'never' || never.clause !== one.clause)
      return [one]
    const [rule] = sent.then
    if (rule?.says !== 'if' || never.when === null || never.deed.does !== 'act') return [one]
    const { clause, text, at: place } = one
    const then = rule.then.map((each) => ({ ...each, clause, at: place }))
    const event = eventOf(never.deed.object)
    const condition = never.when
    const under: Statement = { clause, text, at: place, says: 'if', condition, then, otherwise: null }
    return [{ clause, text, at: place, says: 'around', order: 'before', event, then: [under] }]
  })
}

/** What is forbidden, as something we do: "you renew a loan". */
const eventOf = (object: string): string =>
  `you ${object.replace(/,? (?:that|who|which|whose|if|when) .*$/i, '')}`

type Reading = { readonly text: string /** some items of the list are cases */; readonly cases: boolean }

/** Items that say what each case comes to are read together, the others one by one. */
function readBlocks(blocks: readonly Block[], flow: Flow, { text, cases }: Reading): void {
  const isMixed = blocks.some(isOrderCase) && blocks.some(isValueCase)
  for (let at = 0; at < blocks.length; at += 1) {
    const end = isMixed ? blocks.findIndex((block, place) => place >= at && !isPlainCase(block)) : at
    const run = blocks.slice(at, end === -1 ? blocks.length : end)
    const table = readValueCases(run.flatMap((block) => block.clauses.map(sourceOf)))
    if (table !== null) {
      flow.add({ statements: [table], joins: null, opens: false })
      at += run.length - 1
      continue
    }
    const block = blocks[at]
    if (block !== undefined) readBlock(block, flow, text, cases && block.kind === 'item')
  }
}

const isPlainCase = (block: Block): boolean =>
  block.kind === 'item' &&
  block.children.length === 0 &&
  block.clauses.length === 1 &&
  block.clauses.every(({ text }) => isCaseItem(text))
const isValueCase = (block: Block): boolean =>
  isPlainCase(block) && block.clauses.every(({ text }) => isValueItem(text))
const isOrderCase = (block: Block): boolean => isPlainCase(block) && !isValueCase(block)

const sourceOf = (clause: Clause): Source => ({ clause: clause.id, text: clause.text, at: clause.at })

function readBlock(block: Block, flow: Flow, text: string, inCases = false): void {
  if (block.kind === 'table') {
    flow.add({ statements: readTable(block.clauses, text), joins: null, opens: false })
    return
  }
  const reads = scoped(block.clauses.map((clause) => accounted(readSentence(sourceOf(clause)), clause)))
  for (const read of reads.slice(0, -1)) flow.add(read)
  const last = inCases && isCase(block) ? asCase(block, reads.at(-1)) : reads.at(-1)
  if (last === undefined) return
  const bulleted = readConditions(block)
  if (bulleted !== null) {
    flow.add(bulleted)
    return
  }
  const below = new Flow()
  readBlocks(block.children, below, { text, cases: block.children.filter(isCase).length >= 2 })
  const asked = questionIn(last)
  const answers = asked === null ? null : answersTo(asked, below.statements)
  if (answers !== null) flow.add({ ...last, statements: [...last.statements, ...answers] })
  else flow.add(below.statements.length === 0 ? last : { ...last, statements: under(last, below.statements) })
}

/** "If it says no, they will be unhappy. To resolve it, enter ...": the orders stand under the condition. */
function scoped(reads: readonly ReadSentence[]): readonly ReadSentence[] {
  const scopedReads: ReadSentence[] = []
  for (const read of reads) {
    const before = scopedReads.at(-1)
    const last = before?.statements.at(-1)
    const hangs =
      before !== undefined &&
      last?.says === 'if' &&
      last.otherwise === null &&
      last.then.length > 0 &&
      last.then.every((each) => each.says === 'background') &&
      read.joins === null &&
      read.statements.length > 0 &&
      read.statements.every((each) => each.says === 'do')
    const asked = questionIn(before)
    const those = hangs
      ? null
      : ((asked === null ? null : underQuestion(asked, read)) ?? meantBy(read, before))
    if (those !== null) scopedReads.push(those)
    else if (!hangs) scopedReads.push(read)
    else {
      const into: Statement = { ...last, then: [...last.then, ...read.statements] }
      scopedReads[scopedReads.length - 1] = {
        ...before,
        opens: read.opens,
        statements: [...before.statements.slice(0, -1), into],
      }
    }
  }
  return scopedReads
}

/** "Passports are never posted. Hand those over.": the order is for what the sentence before spoke of. */
function meantBy(read: ReadSentence, before: ReadSentence | undefined): ReadSentence | null {
  const [first] = read.statements
  if (first === undefined || read.joins !== null || !read.statements.every(({ says }) => says === 'do'))
    return null
  const fact = factExplained(first, before)
  if (fact !== null) {
    const [{ clause, text, at }, condition] = [first, atomOf(fact.whom)]
    const then = [fact.told, ...read.statements.slice(1)]
    return { ...read, statements: [{ clause, text, at, says: 'if', condition, then, otherwise: null }] }
  }
  if (!/\b(?:those|these)\b(?! (?:steps|cases|rules|words|questions))/i.test(first.text)) return null
  const spoken = before?.statements.at(-1)
  if (spoken?.says === 'never' && spoken.when !== null && spoken.deed.does === 'act') {
    // "Do not sell to somebody who owes us. Send these people to the office.": before it is done
    const { clause, text, at } = first
    const then: Statement = {
      clause,
      text,
      at,
      says: 'if',
      condition: spoken.when,
      then: read.statements,
      otherwise: null,
    }
    const event = eventOf(spoken.deed.object)
    return {
      ...read,
      statements: [{ clause, text, at, says: 'around', order: 'before', event, then: [then] }],
    }
  }
  const subject =
    spoken?.says === 'never'
      ? /^([^,;:]{3,80}?) (?:is|are|can|may|must)\b/i.exec(plain(spoken.text))?.[1]
      : undefined
  if (subject === undefined || /\b(?:never|do not|you|we)\b/i.test(subject)) return null
  const { clause, text, at } = first
  const condition = conditionOf(subject)
  return {
    ...read,
    statements: [{ clause, text, at, says: 'if', condition, then: read.statements, otherwise: null }],
  }
}

/** "Prepaid callers have no bill. Explain this.": only to those the sentence is about, and it is what is explained. */
function factExplained(
  first: Statement,
  before: ReadSentence | undefined,
): { readonly whom: string; readonly told: Statement } | null {
  const [spoken, ...more] = before?.statements ?? []
  if (first.says !== 'do' || spoken?.says !== 'background' || more.length > 0) return null
  if (first.deed.does !== 'explain' && first.deed.does !== 'tell') return null
  if (
    !/^(?:(?:to )?(?:them|the [a-z]+) )?(?:this|that|so)(?: to (?:them|the [a-z]+))?$/i.test(
      first.deed.object,
    )
  )
    return null
  const fact = withoutEnd(plain(spoken.text)).replace(/^[\d.]+\s+/, '')
  const whom =
    /^((?!the |we |you |our |this |that |it )[a-z-]+(?: [a-z-]+){0,2}s) (?:do|does|are|have|cannot|can|may|pay|get)\b/i.exec(
      fact,
    )?.[1]
  return whom === undefined
    ? null
    : { whom, told: { ...first, deed: { ...first.deed, object: `that ${fact}` } } }
}

/** A sentence that leaves its conditions to the list below it. */
function readConditions(block: Block): ReadSentence | null {
  const lead = block.clauses.at(-1)
  if (lead === undefined || block.children.some((child) => child.children.length > 0)) return null
  return readBullets(
    sourceOf(lead),
    block.children.flatMap((child) => child.clauses.map(sourceOf)),
  )
}

/** "Gold members:" with what holds for them below; two and more of these are cases. */
const isCase = (block: Block): boolean => {
  const [clause] = block.clauses
  if (block.kind !== 'item' || block.clauses.length !== 1 || clause === undefined) return false
  return block.children.length > 0 ? isLabel(clause.text) : inlineCase(clause.text) !== null
}

const isLabel = (text: string): boolean =>
  /^[^.,;]{1,60}:$/.test(text) ||
  (/^[\w'"/ -]{1,40}$/.test(text) && orderIn(text) === null && atomOf(text).subject === null)

/** "Technical issue: transfer to support" */
function inlineCase(text: string): { readonly label: string; readonly done: string } | null {
  if (text.length > 400) return null
  const [, label = '', done = ''] = /^([^.,;:]{2,60}):\s+(.+)$/.exec(plain(text)) ?? []
  if (label === '' || orderIn(done) === null || orderIn(label) !== null || !/^[\w'"/ -]+$/.test(label))
    return null
  return /^(?:note|important|example|tip|warning|step|if|when|otherwise)\b/i.test(label)
    ? null
    : { label, done }
}

function asCase(block: Block, read: ReadSentence | undefined): ReadSentence | undefined {
  const [clause] = block.clauses
  const inline = clause === undefined ? null : inlineCase(clause.text)
  if (clause !== undefined && inline !== null) {
    const then = readSentence({ ...sourceOf(clause), text: inline.done }).statements
    const condition = atomOf(inline.label)
    return {
      statements: [{ ...sourceOf(clause), says: 'if', condition, then, otherwise: null }],
      joins: null,
      opens: false,
    }
  }
  if (clause === undefined || read?.statements.some(({ says }) => says !== 'background')) return read
  const condition = atomOf(withoutEnd(plain(clause.text)))
  return {
    statements: [{ ...sourceOf(clause), says: 'if', condition, then: [], otherwise: null }],
    joins: null,
    opens: true,
  }
}

/** "Otherwise:" alone says nothing by itself, yet the clause must be found again. */
const accounted = (read: ReadSentence, clause: Clause): ReadSentence =>
  read.statements.length > 0
    ? read
    : { ...read, statements: [background(sourceOf(clause), 'opens what follows')] }

/** What is nested below a condition happens only under it; below anything else it simply follows. */
function under(read: ReadSentence, below: readonly Statement[]): readonly Statement[] {
  const last = read.statements.at(-1)
  const rest = read.statements.slice(0, -1)
  if (last?.says === 'if' && last.otherwise === null)
    return [...rest, { ...last, then: [...last.then, ...below] }]
  if (last?.says === 'around') return [...rest, { ...last, then: [...last.then, ...below] }]
  return [...read.statements, ...below]
}

/** Statements in reading order; a sentence may tie itself to the condition before it. */
class Flow {
  readonly statements: Statement[] = []

  add(read: ReadSentence): void {
    if (read.joins === null) {
      this.statements.push(...read.statements)
      return
    }
    if (this.#answers(read)) return
    const at = this.#lastCondition()
    if (at === null) this.#addAlone(read)
    else if (read.joins === 'likewise') this.#likewise(at, read.statements)
    else if (read.joins === 'otherwise' || read.joins === 'no') this.#otherwise(at, read.statements)
    else this.#inside(at, read)
  }

  /** "Check whether it has left. If so, ..." */
  #answers(read: ReadSentence): boolean {
    const question = this.#question()
    const [first] = read.statements
    if ((read.joins !== 'yes' && read.joins !== 'no') || question === null || first === undefined)
      return false
    const { clause, text, at } = first
    const asked = conditionOf(question)
    const condition = read.joins === 'yes' ? asked : negated(asked)
    this.statements.push({ clause, text, at, says: 'if', condition, then: read.statements, otherwise: null })
    return true
  }

  #question(): string | null {
    const last = this.statements.at(-1)
    if (last?.says !== 'do' || (last.deed.does !== 'ask' && last.deed.does !== 'check')) return null
    return /^(?:whether|if)\s+(?:or not\s+)?(.+)$/i.exec(last.deed.object)?.[1] ?? null
  }

  /** The nearest condition among the last few statements. */
  #lastCondition(): number | null {
    for (let at = this.statements.length - 1; at >= Math.max(0, this.statements.length - 4); at -= 1)
      if (this.statements[at]?.says === 'if') return at
    return null
  }

  /** "For everything else ..." with no condition before: a condition in its own words, for others to resolve. */
  #addAlone(read: ReadSentence): void {
    const [first] = read.statements
    if (first === undefined) return
    const { clause, text, at } = first
    if (read.joins === 'otherwise' || read.joins === 'no')
      this.statements.push({
        clause,
        text,
        at,
        says: 'if',
        condition: atomOf('anything else'),
        then: read.statements,
        otherwise: null,
      })
    else this.statements.push(...read.statements)
  }

  #otherwise(at: number, statements: readonly Statement[]): void {
    const condition = this.statements[at]
    if (condition?.says !== 'if') return
    this.statements[at] = withOtherwise(condition, statements)
    this.#chain(at)
  }

  /** "The same goes for people who will not say": what was done under the condition before. */
  #likewise(at: number, statements: readonly Statement[]): void {
    const before = this.statements[at]
    if (before?.says !== 'if') return
    for (const one of statements)
      this.statements.push(
        one.says === 'if' ? { ...one, then: before.then.map((each) => ({ ...each })) } : one,
      )
  }

  /** "If it is red, a. If it is blue, b. Otherwise c.": c is for neither, where both test the same thing. */
  #chain(from: number): void {
    for (let at = from; at > 0; at -= 1) {
      const [before, now] = [this.statements[at - 1], this.statements[at]]
      if (
        before?.says !== 'if' ||
        now?.says !== 'if' ||
        before.otherwise !== null ||
        !sameSubject(before, now)
      )
        return
      this.statements.splice(at - 1, 2, { ...before, otherwise: [now] })
    }
  }

  /** "In both cases stop there" goes on inside the conditions before it. */
  #inside(at: number, read: ReadSentence): void {
    const count = read.joins === 'both' ? 2 : 1
    for (let look = at; look > at - count; look -= 1) {
      const condition = this.statements[look]
      if (condition?.says === 'if')
        this.statements[look] = { ...condition, then: [...condition.then, ...read.statements] }
    }
  }
}

type If = Extract<Statement, { readonly says: 'if' }>

function withOtherwise(condition: If, statements: readonly Statement[]): If {
  if (condition.otherwise === null) return { ...condition, otherwise: statements }
  const [only] = condition.otherwise
  return condition.otherwise.length === 1 && only?.says === 'if'
    ? { ...condition, otherwise: [withOtherwise(only, statements)] }
    : { ...condition, otherwise: [...condition.otherwise, ...statements] }
}

const sameSubject = (a: If, b: If): boolean => {
  const [one, other] = [subjectIn(a), subjectIn(b)]
  return one !== null && one === other
}

const subjectIn = ({ condition }: If): string | null =>
  'atom' in condition ? (condition.subject?.toLowerCase() ?? null) : null
