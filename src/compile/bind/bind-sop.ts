import type { ClauseId } from '../../base/values/ids.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { Outline, Statement } from '../outline/outline.ts'
import { type Bound, oneOf } from '../tie/condition.ts'
import type { Derived } from '../tie/derived.ts'
import type { Desk } from '../tie/desk.ts'
import { type Focus, noFocus } from '../tie/focus.ts'
import { Index } from '../tie/rank.ts'
import type { Tying } from '../tie/tying.ts'
import { alike, contentOf, stemsOf, wordsOf } from '../tie/words.ts'
import { bindStatements } from './bind-section.ts'
import type { Binding } from './binding.ts'
import type { BoundSection, BoundStatement } from './bound.ts'
import { NOTHING_DEMANDED } from './demanded.ts'
import type { DraftStep } from './draft.ts'
import { Facts } from './facts.ts'
import { Flow } from './flow.ts'
import { isGuard, touches } from './flow-shape.ts'
import { type BoundForbid, forbidsOf, strangerOf } from './forbids.ts'
import { type Interruption, interruptionOf, isAside, waivedWhole } from './interrupts.ts'
import { type Before, Notes, type Unresolved } from './notes.ts'
import { splitPhrases } from './phrases.ts'
import { reasonsOf } from './reasons.ts'
import { type Chain, type Claims, chainsOf, claimsOf } from './section-intents.ts'
import type { Way } from './way.ts'

/** Ties an outline to a desk. In: what the text says, what the desk can do. Out: procedures as draft steps, and the rest. */
export type BoundSop = {
  readonly shared: readonly SharedPart[]
  readonly procedures: readonly BoundProcedure[]
  readonly steps: ReadonlyMap<string, DraftStep>
  readonly interrupts: readonly BoundInterrupt[]
  readonly derived: ReadonlyMap<string, Derived>
  readonly forbids: readonly BoundForbid[]
  /** fields that show who somebody is */
  readonly identity: readonly string[]
  readonly waived: ReadonlyMap<string, string>
  readonly unresolved: readonly Unresolved[]
}
/** Sections that several procedures begin with, built once. */
export type SharedPart = {
  readonly id: string
  readonly ids: readonly string[]
  readonly start: string
  readonly way: Way
}
export type BoundProcedure = {
  readonly id: string
  readonly intents: readonly string[]
  readonly start: string
}
export type BoundInterrupt = Interruption & { readonly id: string; readonly start: string }

const PASSES = 3

export function bindSop(read: Outline, sop: SopDocument, desk: Desk): BoundSop {
  const { outline, phrases } = splitPhrases(read, sop)
  const intents = new Index(
    desk.intents.map((intent) => ({ ...intent, cues: [intent.name.replace(/^(?:the|an?) /i, '')] })),
  )
  const claims = claimsOf(outline, desk, { sop, intents })
  const before: Before = {
    terms: [],
    takes: new Map(),
    claims,
    phrases,
    intents,
    sop,
    corrections: new Map(),
  }
  let pass = bindSections(outline, sop, { desk, before })
  for (let count = 1; count < PASSES; count += 1) {
    const { found: terms, takes } = pass.notes
    pass = bindSections(outline, sop, {
      desk,
      before: { ...before, terms, takes, corrections: pass.notes.corrections() },
    })
  }
  const { notes, interruptions } = pass
  const reasons: Open = { reasons: reasonsOf(desk, notes), topics: notes.laterTopics() }
  const sections = pass.sections.map((section) => ({
    ...section,
    statements: section.statements.map((one) => withReasons(one, reasons)),
  }))
  const facts = new Facts(desk, notes.derived)
  const called = new Set(phrases.map(({ section }) => section))
  const order = sections.filter(({ id }) => !pass.asides.has(id) && !called.has(id)).map(({ id }) => id)
  const chains = chainsOf(
    order,
    claims,
    desk.intents.map(({ id }) => id),
  )
  const flow = new Flow(desk, facts, { notes, sections, chains })
  const shared = sharedParts(chains, flow, sections)
  const procedures = chains.map((chain) => procedureOf(chain, flow, { sections, shared }))
  const interrupts = interruptions.map((one, index) => {
    const then = one.bound.map((each) => withReasons(each, reasons))
    const section: BoundSection = {
      id: `interrupt-${index}`,
      title: '',
      level: 1,
      statements: then,
      intents: [],
      when: null,
    }
    return { ...one, id: one.on === 'abuse' ? 'insults' : 'wants-human', start: flow.build([section], []) }
  })
  const asked = sections
    .flatMap(({ statements }) => touches(statements))
    .flatMap((deed) => (deed.does === 'again' ? deed.fields : []))
  const forbids = forbidsOf({ notes, desk, flow, facts, stranger: strangerOf(asked, notes) })
  listUnreached(sections, { flow, forbids, notes })
  return {
    shared,
    procedures,
    forbids,
    identity: identityOf(asked, notes, desk),
    steps: flow.drafts.steps,
    interrupts,
    derived: notes.derived,
    waived: notes.waived,
    unresolved: notes.unresolved,
  }
}

/** A sentence that demands something, and of which no step was made, is listed: nobody should think that it was read. */
function listUnreached(
  sections: readonly BoundSection[],
  { flow, forbids, notes }: { flow: Flow; forbids: readonly BoundForbid[]; notes: Notes },
): void {
  const cited = new Set([...flow.drafts.steps.values()].flatMap(({ cites }) => [...cites]))
  for (const clause of [...forbids.map(({ clause: own }) => own), ...flow.pointing]) cited.add(clause)
  for (const clause of flow.keyless)
    if (!cited.has(clause))
      notes.unresolved.push({
        clause,
        line: 0,
        text: clause,
        because: 'what it is looked up by is not asked for before',
        of: 'flow',
      })
  for (const { statements } of sections)
    for (const { clause, text } of demandsIn(statements))
      if (!cited.has(clause) && !notes.unresolved.some((one) => one.clause === clause))
        notes.unresolved.push({
          clause,
          line: 0,
          text,
          because: 'no way of the procedure leads to it',
          of: 'flow',
        })
}

/** Clauses that tell, do or hand over something. */
function demandsIn(
  list: readonly BoundStatement[],
): readonly { readonly clause: ClauseId; readonly text: string }[] {
  return list.flatMap((one) => {
    if (one.is === 'deed') {
      const demands = /^(?:tell|act|handover)$/.test(one.deed.does)
      return demands ? one.cites.map((clause) => ({ clause, text: one.text })) : []
    }
    if (one.is === 'rows') return one.rows.flatMap(({ then }) => demandsIn(then))
    return one.is === 'if' ? [...demandsIn(one.then), ...demandsIn(one.otherwise ?? [])] : demandsIn(one.then)
  })
}

/** What is compared with a row, and the key of that row where it was said too. */
function identityOf(asked: readonly string[], notes: Notes, desk: Desk): readonly string[] {
  const keys = [...notes.derived.values()].flatMap((spec) => {
    if (!('same' in spec) || !asked.some((field) => spec.same[0] === `fields.${field}`)) return []
    const record = desk.records.find(({ name }) => name === spec.same[1].split('.')[1])
    return record?.by.startsWith('fields.') === true ? [record.by.slice('fields.'.length)] : []
  })
  return [...new Set([...asked, ...keys])]
}

function procedureOf(
  chain: Chain,
  flow: Flow,
  { sections, shared }: { sections: readonly BoundSection[]; shared: readonly SharedPart[] },
): BoundProcedure {
  const part = shared.find(({ ids }) => ids[0] === chain.sections[0])
  const through = chain.sections
    .slice(part?.ids.length ?? 0)
    .flatMap((id) => sections.find((section) => section.id === id) ?? [])
  const facts: readonly Bound[] = [oneOf('fields.intent', chain.intents)]
  const base = { id: chain.intents[0] ?? 'anything', intents: chain.intents }
  if (part === undefined) return { ...base, start: flow.build(through, facts) }
  const next = flow.build(through, facts, part.way)
  return {
    ...base,
    start: flow.drafts.make({ kind: 'run', procedure: part.id, next, ended: flow.end() }, []),
  }
}

/** What comes first for several procedures is written once. */
function sharedParts(
  chains: readonly Chain[],
  flow: Flow,
  sections: readonly BoundSection[],
): readonly SharedPart[] {
  const firsts = [...new Set(chains.map((chain) => chain.sections[0]))]
  return firsts.flatMap((first) => {
    const own = chains.filter((chain) => chain.sections[0] === first)
    if (own.length < 2) return []
    const ids = commonStart(own.map((chain) => chain.sections))
    const made = flow.buildShared(ids.flatMap((id) => sections.find((section) => section.id === id) ?? []))
    const title = sections.find(({ id }) => id === first)?.title ?? ''
    return made === null ? [] : [{ id: partName(title), ids, ...made }]
  })
}

const partName = (title: string): string =>
  wordsOf(title)
    .slice(0, 4)
    .join('_')
    .replace(/^[^a-z]+/, '')
    .replaceAll(/[^a-z0-9_]/g, '') || 'begin'

function commonStart(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists
  const end = first.findIndex((id, at) => others.some((other) => other[at] !== id))
  return end === -1 ? first : first.slice(0, end)
}

function bindSections(outline: Outline, sop: SopDocument, { desk, before }: { desk: Desk; before: Before }) {
  const notes = new Notes(desk, outline, before)
  const asides = new Set<string>()
  const interruptions: (Interruption & { bound: readonly BoundStatement[] })[] = []
  const ends: { readonly id: string; readonly focus: Focus }[] = []
  const sections = outline.sections.map((section): BoundSection => {
    const inherited = ends.findLast(({ id }) => isBefore(id, section.id, before.claims))?.focus
    const focus: Focus = {
      ...noFocus(),
      record: inherited?.record ?? null,
      seen: inherited?.seen ?? new Set(),
    }
    ends.push({ id: section.id, focus })
    const tying: Tying = {
      desk,
      intents: before.intents,
      focus,
      terms: notes.terms,
      derived: notes.derived,
      values: notes.values,
      sentence: '',
    }
    const at: Binding = { notes, tying, sop, section, context: '', ahead: [], done: [], bind: bindStatements }
    const without = waivedWhole(section, outline)
    if (isAside(section) || without !== null) asides.add(section.id)
    if (without !== null) {
      for (const statement of section.statements) notes.waive(statement, without)
      return {
        id: section.id,
        title: section.title,
        level: section.level,
        statements: [],
        intents: [],
        when: null,
      }
    }
    const flowing: Statement[] = []
    for (const statement of section.statements) {
      const interruption = interruptionOf(statement)
      if (interruption === null || statement.says !== 'if') flowing.push(statement)
      else interruptions.push({ ...interruption, bound: bindInterruption(interruption, statement, at) })
    }
    if (asides.has(section.id)) {
      for (const statement of flowing)
        if (statement.says === 'never') notes.forbid(statement, at)
        else if (/"does":"handover"/.test(JSON.stringify(statement)))
          notes.loose(statement, 'stands among what holds at every moment, and no step can be made of it')
        else notes.waive(statement, 'holds at every moment, without a step of its own')
      return {
        id: section.id,
        title: section.title,
        level: section.level,
        statements: [],
        intents: [],
        when: null,
      }
    }
    const tied = withTools(bindStatements(flowing, at), desk)
    const statements = (before.claims.get(section.id) ?? []).length > 0 ? withAgreed(tied) : tied
    const title = stemsOf(section.title)
    const term =
      section.level > 2
        ? notes.terms.find(({ stems }) => stems.every((part) => title.some((word) => alike(word, part))))
        : undefined
    return {
      id: section.id,
      title: section.title,
      level: section.level,
      statements,
      intents: [],
      when: term?.bound ?? null,
    }
  })
  return { notes, sections: withGuards(sections, before.claims), asides, interruptions }
}

/** Does one request go through both? Then what was looked up in the first is known in the second. */
function isBefore(first: string, second: string, claims: Claims): boolean {
  const [own, other] = [claims.get(second) ?? [], claims.get(first) ?? []]
  return own.length === 0 || other.length === 0 || own.some((intent) => other.includes(intent))
}

/** A handover, or one friendly word: what is said to an insult is one telling, however many orders it takes. */
function bindInterruption(
  { on }: Interruption,
  statement: Statement,
  at: Binding,
): readonly BoundStatement[] {
  const text = at.sop.clauses.get(statement.clause)?.text ?? statement.text
  const base = { cites: [statement.clause], text: statement.text, paragraph: 0 }
  const hands = statement.says === 'if' && /"does":"handover"/.test(JSON.stringify(statement.then))
  if (hands || on === 'demand_human') {
    const reason = at.notes.handover(statement, {
      clause: text,
      section: '',
      to: on === 'demand_human' ? 'asked for a human' : '',
    })
    return [{ ...base, is: 'deed', deed: { does: 'handover', reason } }]
  }
  const topic = at.notes.topicNamed(statement, 'explain', [{ text, weight: 2 }])
  return topic === null
    ? []
    : [{ ...base, is: 'deed', deed: { does: 'tell', act: 'explain', topic, demanded: NOTHING_DEMANDED } }]
}

/** "before you book", "when it is on its way": the tool of this section the words, or what is told then, speak of. */
function withTools(list: readonly BoundStatement[], desk: Desk): readonly BoundStatement[] {
  const tools = [...new Set(touches(list).flatMap((deed) => (deed.does === 'act' ? [deed.tool] : [])))]
  const index = new Index(desk.writes.filter(({ id }) => tools.includes(id)))
  return list.flatMap((one) => {
    if (one.is === 'if' && 'answer' in one.on && one.on.tool === undefined) {
      const tool = toolsMeant(one.on.about, [], { tools, index })
      return tool.length === 1 ? [{ ...one, on: { ...one.on, tool: tool[0] ?? '' } }] : [one]
    }
    if ((one.is !== 'after' && one.is !== 'before') || one.tool !== null) return [one]
    const topics = touches(one.then).flatMap((deed) => (deed.does === 'tell' ? [deed.topic] : []))
    const told = desk.topics
      .filter(({ id }) => topics.includes(id))
      .flatMap(({ id, phrases }) => [id, ...phrases])
    const meant = toolsMeant(one.event, told, { tools, index })
    return meant.length === 0 ? [one] : meant.map((tool) => ({ ...one, tool }))
  })
}

/** "Don't sell to somebody who owes us. Send these to the office.", among the rules: where the selling is, as soon as it is known. */
function withGuards(sections: readonly BoundSection[], claims: Claims): readonly BoundSection[] {
  const isRule = ({ id, statements }: BoundSection) =>
    (claims.get(id) ?? []).length === 0 && !touches(statements).some(({ does }) => does === 'act')
  const rules = sections.filter(isRule).flatMap(({ statements }) => statements.filter(isRuleBefore))
  return sections.map((section) => {
    if (isRule(section))
      return { ...section, statements: section.statements.filter((one) => !isRuleBefore(one)) }
    const own = touches(section.statements).flatMap((deed) => (deed.does === 'act' ? [deed.tool] : []))
    const guards = rules.filter(({ tool }) => tool !== null && own.includes(tool)).flatMap(({ then }) => then)
    return guards.length === 0 ? section : { ...section, statements: [...guards, ...section.statements] }
  })
}

const isRuleBefore = (one: BoundStatement): one is BoundStatement & { is: 'before' } =>
  one.is === 'before' && one.tool !== null && one.then.length > 0 && one.then.every(isGuard)

/** "Get their agreement before you change the plan", where nothing else says to change it: that is done then. */
function withAgreed(list: readonly BoundStatement[]): readonly BoundStatement[] {
  const done = touches(list).flatMap((deed) => (deed.does === 'act' ? [deed.tool] : []))
  return list.flatMap((one): readonly BoundStatement[] => {
    if (one.is !== 'before' || one.tool === null || done.includes(one.tool) || one.everywhere === true)
      return [one]
    const isLed = /^\W*(?:[\d.]+\s+)?(?:before|prior|until)\b/i.test(one.text)
    if (isLed || !touches(one.then).some(({ does }) => does === 'confirm')) return [one]
    const { cites, text, paragraph, tool, event } = one
    return [one, { cites, text, paragraph, is: 'deed', deed: { does: 'act', tool, words: event } }]
  })
}

function toolsMeant(
  event: string,
  told: readonly string[],
  { tools, index }: { readonly tools: readonly string[]; readonly index: Index },
): readonly string[] {
  const words = contentOf(event)
  const named = tools.filter((tool) =>
    contentOf(tool).some((part) => words.some((word) => alike(word, part))),
  )
  if (named.length > 0) return named
  const [best, second] = index.rank([
    { text: event, weight: 1 },
    { text: told.join('. '), weight: 0.5 },
  ])
  return best === undefined || best.score === 0 || best.score <= 1.1 * (second?.score ?? 0) ? [] : [best.id]
}

type Open = { readonly reasons: readonly string[]; readonly topics: readonly string[] }

/** Fills in what could be chosen only when the whole text was known. */
function withReasons(statement: BoundStatement, reasons: Open): BoundStatement {
  const all = (list: readonly BoundStatement[]) => list.map((one) => withReasons(one, reasons))
  switch (statement.is) {
    case 'deed': {
      const { deed } = statement
      if (deed.does === 'tell' && deed.topic.startsWith('?'))
        return { ...statement, deed: { ...deed, topic: reasons.topics[Number(deed.topic.slice(1))] ?? '' } }
      if (deed.does !== 'handover' || !deed.reason.startsWith('?')) return statement
      return {
        ...statement,
        deed: { ...deed, reason: reasons.reasons[Number(deed.reason.slice(1))] ?? 'other' },
      }
    }
    case 'if':
      return {
        ...statement,
        then: all(statement.then),
        otherwise: statement.otherwise === null ? null : all(statement.otherwise),
      }
    case 'rows':
      return { ...statement, rows: statement.rows.map((row) => ({ ...row, then: all(row.then) })) }
    default:
      return { ...statement, then: all(statement.then) }
  }
}
