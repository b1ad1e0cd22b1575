import type { ClauseId } from '../../base/values/ids.ts'
import type { StepFile } from '../../graph/file/graph-file.ts'
import type { Condition, Deed, Outline, OutlineSection, Source, Statement } from '../outline/outline.ts'
import { contentOf } from '../tie/words.ts'
import type { FieldNames } from './field-names.ts'
import {
  fieldName,
  isGoal,
  isNegative,
  isOpposite,
  questionOf,
  sameMatter,
  saysSo,
  saysStillNot,
  whetherIn,
} from './fields.ts'
import { findSection } from './find-section.ts'

type If = Extract<Statement, { readonly says: 'if' }>
type Alternative = Source & {
  readonly condition: Condition
  readonly then: readonly Statement[]
  readonly otherwise: readonly Statement[] | null
}

/** A question put to the customer and not yet decided on. */
type Asked = {
  readonly field: string
  readonly clause: ClauseId
  readonly words: string
  /** asks whether the trouble is over */
  readonly goal: boolean
  /** the answer that means it is: no, to "does the issue persist" */
  readonly good: boolean
}
/** What is known where the walk stands. `open`: the trouble was asked about and is not over. */
type Known = { readonly asked: Asked | null; readonly open: boolean }
/** Where the flow goes on, given what is known then. */
type Next = { readonly key: string; readonly to: (known: Known) => string }

export type Unresolved = Source & { readonly because: string }

/** What a procedure is woven from. */
export type Loom = {
  readonly outline: Outline
  readonly sections: ReadonlyMap<string, OutlineSection>
  /** section by section in the order in which one falls through to the next; none: the procedure ends */
  readonly after: ReadonlyMap<string, string>
  /** the first section of each procedure: nothing was tried before it */
  readonly firsts: ReadonlySet<string>
  /** section by section the first one of its procedure */
  readonly headOf: ReadonlyMap<string, string>
  readonly toolOf: ReadonlyMap<Statement, string>
  readonly names: FieldNames
  /** null: no tools were given, so those the text needs are named */
  readonly tools: readonly string[] | null
}

const LIMITS = { stepsMax: 2_000, callsMax: 4 } as const
const NOTHING_KNOWN: Known = { asked: null, open: false }
const DONE = 'done'

/**
 * Weaves one procedure's statements into steps and edges. In: an outline and which deed uses which tool. Out: steps as
 * graph.yaml has them, every one citing its clause. Conditions are questions of their own: no field, record or value of
 * any desk is known here.
 */
export class Weaver {
  readonly steps = new Map<string, StepFile>([[DONE, { end: true }]])
  readonly unresolved: Unresolved[] = []
  /** questions whose answers were asked for in so many words: "ask if ..." */
  readonly asked: { readonly clause: ClauseId; readonly field: string }[] = []
  readonly #loom: Loom
  readonly #made = new Map<string, string>()
  readonly #doing = new Set<string>()
  readonly #lists = new Map<readonly Statement[], number>()
  readonly #entries = new Map<string, { readonly list: readonly Statement[]; readonly next: Next }>()
  /** steps that say the same are one step */
  readonly #same = new Map<string, string>()
  readonly #calls: string[] = []
  /** where a procedure that is over leads: to its end, or back to who called it */
  #end: Next = { key: DONE, to: () => DONE }

  constructor(loom: Loom) {
    this.#loom = loom
  }

  start(section: OutlineSection): string {
    return this.#section(section, NOTHING_KNOWN, this.#end)
  }

  /** Steps with every way to a section replaced by that section's first step. */
  finish(): ReadonlyMap<string, StepFile> {
    return new Map([...this.steps].map(([id, step]) => [id, redirected(step, (to) => this.target(to))]))
  }

  target(to: string): string {
    let at = to
    for (let hops = 0; at.startsWith('@') && hops < 100; hops += 1) at = this.#made.get(at.slice(1)) ?? DONE
    return at
  }

  #section(section: OutlineSection, known: Known, next: Next): string {
    const follower = this.#loom.after.get(section.id)
    const after = follower === undefined ? undefined : this.#loom.sections.get(follower)
    const goesOn: Next =
      after === undefined
        ? next
        : { key: `§${after.id}>${next.key}`, to: (then) => this.#section(after, then, next) }
    this.#entries.set(section.id, { list: section.statements, next: goesOn })
    const entered = this.#enters(section, known)
    return this.#list(entered.list, 0, entered.known, goesOn)
  }

  /** "If the issue persists:" at the head of a later section holds for everybody who gets there. */
  #enters(
    section: OutlineSection,
    known: Known,
  ): { readonly list: readonly Statement[]; readonly known: Known } {
    const [first] = section.statements
    if (this.#loom.firsts.has(section.id) || known.asked !== null || first?.says !== 'if')
      return { list: section.statements, known }
    return {
      list: section.statements,
      known: saysStillNot(textOf(first.condition)) ? { ...known, open: true } : known,
    }
  }

  #list(list: readonly Statement[], at: number, known: Known, next: Next): string {
    const statement = list[at]
    if (statement === undefined) return next.to(known)
    const key = `${this.#listKey(list)}.${at}|${knownKey(known)}|${next.key}`
    const made = this.#made.get(key)
    if (made !== undefined) return made
    if (this.#doing.has(key)) return this.#backTo(key, statement)
    this.#doing.add(key)
    const label = this.#statement(list, at, known, next)
    this.#doing.delete(key)
    this.#made.set(key, label)
    return label
  }

  #listKey(list: readonly Statement[]): number {
    const key = this.#lists.get(list) ?? this.#lists.size
    this.#lists.set(list, key)
    return key
  }

  /** A way back to where we already are: bounded, or the graph would not load. */
  #backTo(key: string, source: Source): string {
    const decide = [{ otherwise: `@${key}`, loop: { max: 1, then: DONE } }]
    return this.#add(`again_${shortName(source.text)}`, { decide, cites: source.clause })
  }

  #statement(list: readonly Statement[], at: number, known: Known, next: Next): string {
    const statement = list[at]
    if (statement === undefined || this.steps.size > LIMITS.stepsMax) return next.to(known)
    const rest: Next = {
      key: `${this.#listKey(list)}.${at + 1}>${next.key}`,
      to: (then) => this.#list(list, at + 1, then, next),
    }
    if (
      known.asked?.goal === true &&
      !this.#answers(statement, known.asked) &&
      demands(statement) &&
      !asksOn(statement, known.asked)
    )
      return this.#goalReached(known.asked, [known.asked.clause], () => this.#list(list, at, OPEN, next))
    const tool = statement.says === 'do' ? undefined : this.#loom.toolOf.get(statement)
    const to = this.#says(list, at, { known, next, rest })
    if (tool === undefined) return to
    return this.#add(`do_${shortName(tool)}`, { act: tool, cites: statement.clause, next: to })
  }

  #says(
    list: readonly Statement[],
    at: number,
    { known, next, rest }: { readonly known: Known; readonly next: Next; readonly rest: Next },
  ): string {
    const statement = list[at]
    if (statement === undefined) return rest.to(known)
    switch (statement.says) {
      case 'do':
        return this.#deed(statement, statement.deed, known, rest)
      case 'if':
        return explains(statement) ? rest.to(known) : this.#conditions(list, at, known, next)
      case 'table':
        return this.#alternatives(rowsOf(statement), 0, known, rest)
      case 'around':
        return this.#list(statement.then, 0, known, rest)
      case 'unread':
        this.#note(statement, statement.because)
        return rest.to(known)
      case 'never':
      case 'means':
      case 'background':
        return rest.to(known)
    }
  }

  #answers(statement: Statement, asked: Asked): boolean {
    return statement.says === 'if' && answerIn(statement.condition, asked) !== null
  }

  /** Is the trouble over? Then so is the procedure; otherwise it goes on. */
  #goalReached(asked: Asked, cites: readonly ClauseId[], otherwise: () => string): string {
    const over = this.#end.to(DECIDED)
    const decide = [{ when: `fields.${asked.field} == ${asked.good}`, to: over }, { otherwise: otherwise() }]
    return this.#add(`is_${asked.field}`, { decide, cites: citing(cites) })
  }

  /** Conditions one after the other about the same thing are alternatives. */
  #conditions(list: readonly Statement[], at: number, known: Known, next: Next): string {
    const alternatives: If[] = []
    for (let look = at; look < list.length; look += 1) {
      const statement = list[look]
      if (statement?.says !== 'if' || explains(statement)) break
      const [first] = alternatives
      if (first !== undefined && !(first.otherwise === null && alternate(first, statement))) break
      alternatives.push(statement)
    }
    const end = at + alternatives.length
    const rest: Next = {
      key: `${this.#listKey(list)}.${end}>${next.key}`,
      to: (then) => this.#list(list, end, then, next),
    }
    return this.#alternatives(alternatives, 0, known, rest)
  }

  #alternatives(all: readonly Alternative[], at: number, known: Known, rest: Next): string {
    const now = all[at]
    if (now === undefined) return rest.to(known)
    const follower = all[at + 1]
    const closes = follower !== undefined && at + 2 === all.length && closesList(all)
    const branch = (from: Alternative, then: Known): string => this.#branch(from.then, then, rest)
    const otherwise = (then: Known): string => {
      if (now.otherwise !== null) return this.#branch(now.otherwise, then, rest)
      if (closes) return branch(follower, then)
      return this.#alternatives(all, at + 1, then, rest)
    }
    const cites = closes ? [now.clause, follower.clause] : [now.clause]
    const words = textOf(now.condition)
    if (words === '') return branch(now, known)
    if (known.asked === null && known.open && saysStillNot(words)) return branch(now, known)
    const answer = known.asked === null ? null : answerIn(now.condition, known.asked)
    if (known.asked !== null && answer !== null) {
      const { asked } = known
      const both = [asked.clause, ...cites]
      if (answer !== asked.good && asked.goal && now.otherwise === null && follower === undefined)
        return this.#goalReached(asked, both, () => branch(now, OPEN))
      const [yes, no] = answer
        ? [branch(now, DECIDED), otherwise(DECIDED)]
        : [otherwise(DECIDED), branch(now, DECIDED)]
      if (yes === no) return this.#pointless(now, yes)
      const decide = [{ when: `fields.${asked.field} == true`, to: yes }, { otherwise: no }]
      return this.#add(`is_${asked.field}`, { decide, cites: citing(both) })
    }
    const then = { ...known, asked: null }
    const [yes, no] = [branch(now, then), otherwise(then)]
    if (yes === no) return this.#pointless(now, yes)
    const { guard, fields } = this.#guard(now.condition)
    const decide = [{ when: guard, to: yes }, { otherwise: no }]
    const decided = this.#add(`if_${shortName(words)}`, { decide, cites: citing(cites) })
    return fields.reduceRight(
      (to, field) => this.#add(`learn_${field}`, { learn: field, cites: now.clause, next: to }),
      decided,
    )
  }

  /** Both ways are one: "If all is well, proceed to the next step" goes there anyway; anything else is listed. */
  #pointless(now: Alternative, to: string): string {
    if (!now.then.some((each) => each.says === 'do' && each.deed.does === 'go'))
      this.#note(now, 'nothing in the graph follows from it')
    return to
  }

  /** A branch in which the wish is declined or the matter closed goes nowhere else. */
  #branch(list: readonly Statement[], known: Known, rest: Next): string {
    const over = list.some((each) => each.says === 'do' && /^(?:decline|close|end)$/.test(each.deed.does))
    return this.#list(list, 0, known, over ? this.#end : rest)
  }

  #guard(condition: Condition): { readonly guard: string; readonly fields: readonly string[] } {
    if ('not' in condition) {
      const inner = this.#guard(condition.not)
      return { ...inner, guard: `!(${inner.guard})` }
    }
    if ('all' in condition || 'any' in condition) {
      const parts = ('all' in condition ? condition.all : condition.any).map((part) => this.#guard(part))
      const guard = parts.map((part) => `(${part.guard})`).join('all' in condition ? ' && ' : ' || ')
      return { guard, fields: [...new Set(parts.flatMap((part) => part.fields))] }
    }
    const { words, yes } = questionOf(condition)
    const field = this.#field(words)
    return { guard: `fields.${field} == ${yes}`, fields: [field] }
  }

  #field(words: string): string {
    return this.#loom.names.field(fieldName(words), 'boolean')
  }

  #deed(source: Statement, deed: Deed, known: Known, rest: Next): string {
    const tool = this.#loom.toolOf.get(source)
    const act = (to: string, name: string): string =>
      this.#add(`do_${shortName(name)}`, { act: name, cites: source.clause, next: to })
    if (deed.does === 'go') return this.#go(source, deed, known, rest)
    const withTool: Next =
      tool === undefined ? rest : { key: `${tool}>${rest.key}`, to: (then) => act(rest.to(then), tool) }
    switch (deed.does) {
      case 'end':
      case 'close':
        return tool === undefined ? this.#end.to(known) : act(this.#end.to(known), tool)
      case 'handover':
        return this.#add(`handover_${shortName(deed.to ?? '')}`, {
          handover: topicOf(deed.to ?? 'handover'),
          cites: source.clause,
        })
      case 'take':
      case 'again':
        return withTool.to(known)
      case 'ask':
      case 'check':
      case 'confirm':
        return this.#asks(source, deed.object ?? 'agreement', known, withTool)
      case 'act':
        return this.#acts(source, deed.object, known, withTool)
      default: {
        const about = topicOf(deed.object)
        const to = withTool.to(known)
        return this.#add(`tell_${shortName(deed.object)}`, {
          tell: TELLS[deed.does],
          about,
          cites: source.clause,
          next: to,
        })
      }
    }
  }

  #acts(source: Source, object: string, known: Known, rest: Next): string {
    const to = rest.to(known)
    if (this.#loom.tools !== null) {
      if (!this.#loom.toolOf.has(source as Statement)) this.#note(source, 'no tool does this')
      return to
    }
    return this.#add(`do_${shortName(object)}`, { act: shortName(object), cites: source.clause, next: to })
  }

  /** A question: what it asks for becomes known; "whether ..." waits to be decided on. */
  #asks(source: Source, object: string, known: Known, rest: Next): string {
    const whether = whetherIn(object)
    const goal = isGoal(object) || (known.asked?.goal === true && !known.asked.good)
    const words = whether ?? object
    const decides = whether !== null || goal
    // asked again later, the answer may be another one: each such question has a field of its own
    const time = goal ? [source.clause, ...this.#calls].join() : ''
    const field = this.#loom.names.field(fieldName(words), decides ? 'boolean' : 'string', time)
    if (whether !== null) this.asked.push({ clause: source.clause, field })
    const good = !/\bpersists?\b|\bstill\b/i.test(words)
    const asked: Asked = { field, clause: source.clause, words, goal, good }
    const then: Known = decides ? { ...known, asked } : known
    return this.#add(`ask_${field}`, { learn: field, cites: source.clause, next: rest.to(then) })
  }

  #go(source: Statement, deed: Extract<Deed, { readonly does: 'go' }>, known: Known, rest: Next): string {
    if (/^(?:next|(?:the )?next step)$/i.test(deed.to)) return rest.to(known)
    const section = findSection(this.#loom.outline, deed.to)
    if (section === null)
      return this.#goToTool(source, deed.to, known) ?? this.#lost(source, deed.to, known, rest)
    // "Follow path 2" inside path 2 only says to go on
    const here = this.#loom.headOf.get(source.clause.slice(0, source.clause.lastIndexOf('#')))
    if (here === section.id && (deed.comesBack || /\bfollow\b/i.test(source.text))) return rest.to(known)
    if (!deed.comesBack) return this.#section(section, known, this.#end)
    if (this.#calls.includes(section.id)) return rest.to(known)
    if (this.#calls.length >= LIMITS.callsMax) return this.#lost(source, deed.to, known, rest)
    return this.#call(section, known, rest)
  }

  /** "Follow path 1 first": whatever ends there goes on here. */
  #call(section: OutlineSection, known: Known, rest: Next): string {
    const [end, calls] = [this.#end, [...this.#calls]]
    const back: Next = {
      key: `back>${rest.key}`,
      to: (then) => {
        const [innerEnd, innerCalls] = [this.#end, [...this.#calls]]
        this.#end = end
        this.#calls.splice(0, this.#calls.length, ...calls)
        const label = rest.to(then)
        this.#end = innerEnd
        this.#calls.splice(0, this.#calls.length, ...innerCalls)
        return label
      },
    }
    this.#calls.push(section.id)
    this.#end = back
    const label = this.#section(section, known, back)
    this.#end = end
    this.#calls.splice(0, this.#calls.length, ...calls)
    return label
  }

  /** "skip to the refund step below": the step that uses the tool of that name. */
  #goToTool(source: Source, reference: string, known: Known): string | null {
    const asked = contentOf(reference)
    const tool = (this.#loom.tools ?? []).find((name) => {
      const words = contentOf(name.replaceAll('-', ' '))
      return words.length > 0 && words.every((word) => asked.includes(word))
    })
    const entry = this.#entries.get(source.clause.slice(0, source.clause.lastIndexOf('#')))
    if (tool === undefined || entry === undefined) return null
    const at = entry.list.findIndex((statement) => usesTool(statement, tool, this.#loom.toolOf))
    return at === -1 ? null : this.#list(entry.list, at, known, entry.next)
  }

  #lost(source: Source, reference: string, known: Known, rest: Next): string {
    this.#note(source, `leads to "${reference}", which is not in this text`)
    return rest.to(known)
  }

  #note({ clause, text, at }: Source, because: string): void {
    if (!this.unresolved.some((known) => known.clause === clause && known.because === because))
      this.unresolved.push({ clause, text, at, because })
  }

  #add(name: string, step: StepFile): string {
    const content = JSON.stringify(step)
    const same = this.#same.get(content)
    if (same !== undefined) return same
    let id = name
    for (let copy = 2; this.steps.has(id); copy += 1) id = `${name}_${copy}`
    this.steps.set(id, step)
    this.#same.set(content, id)
    return id
  }
}

const OPEN: Known = { asked: null, open: true }
const DECIDED: Known = { asked: null, open: false }
const knownKey = ({ asked, open }: Known): string =>
  `${asked?.field ?? ''}${asked?.clause ?? ''}${open ? '!' : ''}`

const TELLS = {
  tell: 'inform',
  offer: 'offer',
  comfort: 'comfort',
  decline: 'decline',
  explain: 'explain',
  proof: 'request-proof',
} as const

const citing = (clauses: readonly ClauseId[]): string[] => [...new Set(clauses)]
const shortName = (words: string): string => fieldName(words).split('_').slice(0, 4).join('_')
const topicOf = (words: string): string => shortName(words).replaceAll('_', '-').replace(/^-|-$/g, '') || 'it'

/** "If it is on, the lamp shows it": nothing follows from it for the agent. */
const explains = (statement: If): boolean =>
  statement.then.length > 0 &&
  [...statement.then, ...(statement.otherwise ?? [])].every((each) => each.says === 'background')

/** "rerun the test and check if it is better", "check if it persists: ask them to try" are one question. */
const asksOn = (statement: Statement, asked: Asked): boolean =>
  (statement.clause === asked.clause || !asked.good) &&
  statement.says === 'do' &&
  /^(?:ask|check)$/.test(statement.deed.does)

/** Whether it leads or does anything: a fact in between leaves a question pending. */
const demands = (statement: Statement): boolean =>
  (statement.says === 'if' && !explains(statement)) ||
  statement.says === 'table' ||
  statement.says === 'around' ||
  (statement.says === 'do' && !/^(?:take|end|close)$/.test(statement.deed.does))

export function textOf(condition: Condition): string {
  if ('atom' in condition) return condition.atom
  if ('not' in condition) return `not ${textOf(condition.not)}`
  return ('all' in condition ? condition.all : condition.any).map(textOf).join(' ')
}

/** Whether the condition is the answer to the question before it: yes, no, or another matter (null). */
function answerIn(condition: Condition, asked: Asked): boolean | null {
  if (!('atom' in condition)) return null
  const words = condition.atom
  if (saysStillNot(words)) return asked.goal ? !asked.good : false
  if (saysSo(words)) return asked.goal ? asked.good : true
  if (!sameMatter(words, asked.words)) return null
  return isNegative(words) === isNegative(asked.words)
}

const subjectIn = (condition: Condition): string | null =>
  'atom' in condition
    ? ((contentOf(condition.subject ?? '').join(' ') || condition.subject?.toLowerCase()) ?? null)
    : null

const PERSON = /^(?:they|he|she|you|we|somebody|someone|customer|custom|user|caller|client|person)$/i
const isBeing = ({ condition }: If): boolean =>
  'atom' in condition && /^(?:is|are|was|were)\b/i.test(condition.predicate)

function alternate(one: If, other: If): boolean {
  const [a, b] = [subjectIn(one.condition), subjectIn(other.condition)]
  // "If set to ...:", "If already on ...:" leave out what both are about
  const short = 'atom' in one.condition && 'atom' in other.condition
  // what people want or like is not one thing with several values
  if (
    a !== null &&
    PERSON.test(a) &&
    !(isBeing(one) && isBeing(other)) &&
    !isOpposite(textOf(one.condition), textOf(other.condition))
  )
    return false
  return short && a === b && textOf(one.condition).toLowerCase() !== textOf(other.condition).toLowerCase()
}

/** Two opposites, or three and more values of one thing: the last needs no test of its own. */
function closesList(all: readonly Alternative[]): boolean {
  const last = all.at(-1)
  const before = all.at(-2)
  if (last === undefined || before === undefined || last.otherwise !== null) return false
  if (textOf(last.condition) === '') return false
  return all.length >= 3 || isOpposite(textOf(before.condition), textOf(last.condition))
}

function rowsOf(table: Extract<Statement, { readonly says: 'table' }>): readonly Alternative[] {
  return table.rows.map(({ clause, text, at, conditions, then }) => {
    const known = conditions.filter((condition) => condition !== null)
    return { clause, text, at, condition: { all: known }, then, otherwise: null }
  })
}

function usesTool(statement: Statement, tool: string, toolOf: ReadonlyMap<Statement, string>): boolean {
  if (toolOf.get(statement) === tool) return true
  return inside(statement).some((each) => usesTool(each, tool, toolOf))
}

/** The statements nested in one. */
export function inside(statement: Statement): readonly Statement[] {
  if (statement.says === 'if') return [...statement.then, ...(statement.otherwise ?? [])]
  if (statement.says === 'around') return statement.then
  if (statement.says === 'table') return statement.rows.flatMap((row) => row.then)
  return []
}

function redirected(step: StepFile, to: (target: string) => string): StepFile {
  if ('decide' in step)
    return {
      ...step,
      decide: step.decide.map((edge) =>
        'when' in edge ? { ...edge, to: to(edge.to) } : { ...edge, otherwise: to(edge.otherwise) },
      ),
    }
  return 'next' in step && step.next !== undefined ? { ...step, next: to(step.next) } : step
}
