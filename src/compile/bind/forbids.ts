import type { ClauseId } from '../../base/values/ids.ts'
import type { Statement } from '../outline/outline.ts'
import { allOf, anyOf, type Bound, guardText, namesIn, notOf, TRUE } from '../tie/condition.ts'
import type { Desk, DeskColumn } from '../tie/desk.ts'
import { alike, contentOf, stemsOf } from '../tie/words.ts'
import { writtenBy } from './after-write.ts'
import type { DraftStep } from './draft.ts'
import type { Facts } from './facts.ts'
import type { Flow } from './flow.ts'
import { kindOf } from './forbid-kind.ts'
import { type Situation, situationOf } from './forbid-situation.ts'
import { headOf, type Named, toolsIn } from './forbid-tools.ts'
import type { Never, Notes } from './notes.ts'

/** What must never happen, from the text's own "never". */
export type BoundForbid = {
  readonly id: string
  readonly what: { readonly tool: string } | { readonly says: string }
  readonly kind: string
  readonly when: Bound
  readonly clause: ClauseId
}

export type Around = {
  readonly desk: Desk
  readonly notes: Notes
  readonly flow: Flow
  readonly facts: Facts
  /** holds for somebody who has not shown who they are */
  readonly stranger: Bound | null
}

/** A guard is no longer than this (C10). */
const GUARD_MAX = 400

/**
 * Ties prohibitions to tools and columns. In: the text's "never" sentences and the flow that was made of the rest. Out:
 * forbids that no way of the flow breaks. What cannot be tied is listed, with what a person can do about it.
 */
export function forbidsOf(around: Around): readonly BoundForbid[] {
  const found: BoundForbid[] = []
  for (const never of around.notes.nevers)
    for (const one of forbidsIn(never, around)) found.push({ ...one, id: freeId(one, found) })
  return found
}

type Unnamed = Omit<BoundForbid, 'id'>

function freeId({ what }: Unnamed, found: readonly BoundForbid[]): string {
  const name = 'tool' in what ? what.tool : (what.says.split('.').at(-1) ?? '')
  const base = `never-${name.replaceAll('_', '-')}`
  const taken = new Set(found.map(({ id }) => id))
  let id = base
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`
  return id
}

function forbidsIn(never: Never, around: Around): readonly Unnamed[] {
  const { statement } = never
  const { notes, desk } = around
  const settled = settledBy(statement)
  if (settled !== null) {
    notes.waive(statement, settled)
    return []
  }
  const words = 'object' in statement.deed ? (statement.deed.object ?? '') : ''
  const named = statement.deed.does === 'tell' ? NONE : toolsIn(words, desk, notes)
  const isTold = statement.deed.does === 'tell' || (named.tools.length === 0 && DISCLOSES.test(words))
  const told = isTold ? toldOf(words, desk) : []
  const { tools, untied } =
    statement.deed.does === 'tell' && told.length === 0 ? toolsIn(words, desk, notes) : named
  const meant = desk.writes.filter(({ id }) => tools.includes(id))
  const said = situationOf(never, { words, tools: meant, stranger: around.stranger })
  const situation = said.when === null && said.untied !== null ? explained(never, said.untied, around) : said
  const clause = statement.clause
  if (told.length > 0 && situation.when !== null && situation.when !== 'elsewhere') {
    const { when } = situation
    return told.map(({ variable }) => ({ what: { says: variable }, kind: 'disclosed', when, clause }))
  }
  if (citesArguments(never, words, around)) return []
  const wished = untied.flatMap((verb) => toolsWished(verb, around) ?? [])
  const unknown = untied.filter((verb) => toolsWished(verb, around) === undefined)
  const made = [...new Set([...tools, ...wished])].flatMap((tool): readonly Unnamed[] => {
    const when = guardFor(tool, situation.when, { never, around })
    return when === null
      ? []
      : [{ what: { tool }, kind: kindOf(tool, when, { desk, derived: notes.derived }), when, clause }]
  })
  if (made.length > 0 && unknown.length > 0)
    notes.loose(
      statement,
      `no tool is recognised in "${unknown.join('", "')}": add a forbid for it`,
      'prohibition',
    )
  if (made.length > 0) return made
  if (tools.length + wished.length === 0) return listed(never, around, UNKNOWN_TOOL)
  return listed(never, around, situation.when === null ? whenUnsaid(situation.untied) : CLASHES)
}

/** "change a ticket", where "I need to change my flight" is a wish that has a tool of its own. */
function toolsWished(verb: string, { desk, flow, facts }: Around): string | undefined {
  const [said] = contentOf(verb)
  if (said === undefined) return undefined
  const wishes = desk.intents.filter(({ name, phrases }) =>
    [name, ...phrases].flatMap(contentOf).some((word) => alike(word, said)),
  )
  const tools = wishes.map(({ id }) => {
    const wish: Bound = { name: 'fields.intent', is: '==', value: id }
    const [inside, outside] = [new Set<string>(), new Set<string>()]
    for (const act of flow.acts) (facts.decide(act.facts, wish) === true ? inside : outside).add(act.tool)
    return new Set([...inside].filter((tool) => !outside.has(tool)))
  })
  const [only, ...more] = tools.filter(({ size }) => size > 0)
  return only !== undefined && only.size === 1 && more.length === 0 ? [...only][0] : undefined
}

const DISCLOSES = /^(?:give|disclose|reveal|share|show|pass on|hand out|read|write out|quote)\b/i

const NONE: Named = { tools: [], untied: [] }
/**
 * "Only when nothing is owed. If there is a balance, decline.": what could not be tied is explained by the sentence behind
 * it. Later sentences that use the same word mean the same.
 */
function explained({ statement }: Never, untied: string, { flow, notes }: Around): Situation {
  const stems = contentOf(untied)
  const [section, number] = statement.clause.split('#')
  const next = `${section}#${Number(number) + 1}`
  const look = statement.unless === null ? undefined : flow.looks.find(({ cites }) => cites[0] === next)
  if (look !== undefined) notes.explain(stems, look.on)
  const when = look?.on ?? notes.explained(stems)
  return when === undefined ? { when: null, untied } : { when, untied: null }
}

const UNKNOWN_TOOL =
  'no tool of the desk is recognised in it: add a forbid for the tool it means, or waive it if nothing here can do it'
const CLASHES =
  'as tied, it would forbid what the flow itself demands: add a forbid with the condition it means, or mend the sentence'
const whenUnsaid = (untied: string | null): string =>
  untied === null
    ? 'it does not say when: add a forbid with the condition it means'
    : `"${untied}" could not be tied: add a forbid with the condition it means`

function listed({ statement }: Never, { notes }: Around, because: string): readonly Unnamed[] {
  notes.loose(statement, because, 'prohibition')
  return []
}

/** What needs no forbid of its own: it is no step, or every desk is watched for it. */
function settledBy({ deed, text }: Extract<Statement, { readonly says: 'never' }>): string | null {
  if (deed.does === 'close') return 'closing too early is watched on every desk'
  if (deed.does === 'ask' || deed.does === 'check') return 'no step does it'
  if (deed.does === 'handover') return 'a handover off the path is judged as such'
  if (/^(?:and |or )?never (?:promise|guarantee)\b|^(?:do not|don't) (?:promise|guarantee)\b/i.test(text))
    return 'promises are watched on every desk'
  return null
}

/** The guard under which a tool is forbidden, none that a way of the flow would break; null where there is no such. */
function guardFor(
  tool: string,
  when: Bound | 'elsewhere' | null,
  { never, around }: { readonly never: Never; readonly around: Around },
): Bound | null {
  if (when === 'elsewhere') return elsewhere(tool, never, around)
  // "never do it for somebody who has a hat" forbids it to nobody else, though no flow does it
  if (when === null) return isUsed(tool, around) || never.statement.when !== null ? null : TRUE
  return allows(tool, when, around) ? narrowed(tool, when, around) : when
}

const isUsed = (tool: string, { flow }: Around): boolean => flow.acts.some((one) => one.tool === tool)

/** Is there a way on which the tool is due although this holds? */
const allows = (tool: string, when: Bound, { flow, facts }: Around): boolean =>
  flow.acts.some((one) => one.tool === tool && facts.decide(one.facts, when) !== false)

/** "Never charge an angry customer": forbidden where the flow looks at it, with the least that has to be known there. */
function narrowed(tool: string, when: Bound, around: Around): Bound | null {
  const names = namesIn(when)
  const looks = around.flow.looks.filter(
    ({ on, facts }) => namesIn(on).some((name) => names.includes(name)) && leadsTo(tool, facts, around),
  )
  const places = looks.flatMap(({ facts }): readonly Bound[] => {
    if (around.facts.decide(facts, when) === false || allows(tool, allOf([...facts, when]), around)) return []
    let kept = [...facts]
    for (const fact of facts) {
      const fewer = kept.filter((one) => one !== fact)
      if (!allows(tool, allOf([...fewer, when]), around)) kept = fewer
    }
    return [allOf(kept)]
  })
  if (places.length === 0) return null
  const all = allOf([anyOf(places), when])
  const [first = all] = places
  return guardText(all).length <= GUARD_MAX ? all : allOf([first, when])
}

/** Somebody with such a wish can come to the tool at all. */
function leadsTo(tool: string, facts: readonly Bound[], around: Around): boolean {
  const wishes = facts.filter((fact) => namesIn(fact).every((name) => name === 'fields.intent'))
  return around.flow.acts.some(
    (act) => act.tool === tool && wishes.every((wish) => around.facts.decide(act.facts, wish) !== false),
  )
}

/** "in any other case": not what the section decides before it leads there. */
function elsewhere(tool: string, { statement }: Never, { flow, desk }: Around): Bound | null {
  const ways = flow.acts.filter((one) => one.tool === tool)
  if (ways.length === 0) return TRUE
  const numbers = [...statement.text.matchAll(/\b(?:section|step|part) (\d+(?:\.\d+)*)/gi)].map(
    ([, id]) => id,
  )
  const sections = new Set([statement.clause.split('#')[0], ...numbers])
  const own = flow.looks.filter(({ cites }) => cites.some((cite) => sections.has(cite.split('#')[0])))
  const names = new Set(own.flatMap(({ on }) => namesIn(on)))
  // what our own tools have just made so is no reason
  const made = new Set(writtenBy(desk).map((fact) => JSON.stringify(fact)))
  const known = (facts: readonly Bound[]) =>
    facts.filter((fact) => !made.has(JSON.stringify(fact)) && namesIn(fact).every((name) => names.has(name)))
  const allowed = anyOf(widestOf(ways.map(({ facts }) => known(facts))).map(allOf))
  if (!('constant' in allowed) && guardText(notOf(allowed)).length <= GUARD_MAX) return notOf(allowed)
  return null
}

/** A way that asks for all that another one asks for, and more, adds nothing to it. */
const widestOf = (ways: readonly (readonly Bound[])[]): readonly (readonly Bound[])[] => {
  const texts = ways.map((way) => new Set(way.map((fact) => JSON.stringify(fact))))
  const isIn = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].every((text) => b.has(text))
  return ways.filter((_, at) =>
    texts.every((other, place) => {
      const own = texts[at] ?? other
      return place === at || !isIn(other, own) || (isIn(own, other) && place > at)
    }),
  )
}

const OTHER =
  /\b(?:any|some)where else\b|\b(?:to|at|with|for) (?:any|an|no)?\s?other (?:address|account|person|amount|place|card|date)\b|\bto another (?:address|account|place|card)\b|\b(?:more|less|fewer) than (?:that|this|the)\b/i
const WAIVES = /^(?:waive|drop|skip|remove|forgo|reduce|lower|discount|raise)$/i

/**
 * "never waive the fee", "never send it anywhere else": kept by what the tool must be given. The steps that give it cite the
 * sentence, so that a call with other arguments is judged by it.
 */
function citesArguments({ statement }: Never, words: string, { flow, desk }: Around): boolean {
  const verb = headOf(words).trim()
  const waives = WAIVES.test(verb)
  if (!waives && !OTHER.test(statement.text)) return false
  const own = contentOf(words.slice(verb.length))
  const steps = flow.acts.flatMap(({ tool, step }) => {
    const draft = flow.drafts.steps.get(step)
    const isMeant = waives || speaksOfTool(tool, statement.text, desk)
    return draft?.kind === 'act' && isMeant && gives(draft, waives ? own : null) ? [draft] : []
  })
  // where a tool of that very name waives, the sentence is about the tool
  if (waives && desk.writes.some(({ id }) => alike(contentOf(id)[0] ?? '', contentOf(verb)[0] ?? ' ')))
    return false
  for (const step of steps) step.cites.add(statement.clause)
  return steps.length > 0
}

/** Is one of its arguments held to a value: that sum, or any text such as an address? */
const gives = (step: DraftStep & { readonly kind: 'act' }, own: readonly string[] | null): boolean =>
  Object.keys(step.with).some((name) =>
    own === null
      ? /address|account|recipient|place|amount|card|date/i.test(name)
      : contentOf(name).some((part) => own.some((word) => alike(word, part))),
  )

const speaksOfTool = (tool: string, text: string, desk: Desk): boolean => {
  const own = desk.writes.find(({ id }) => id === tool)
  const words = [...contentOf(tool), ...contentOf(own?.description ?? '')]
  const said = contentOf(text)
  return said.filter((word) => words.some((part) => alike(word, part))).length >= 2
}

/** The columns whose value must not be read out: "a merchant or an address". */
function toldOf(words: string, desk: Desk): readonly DeskColumn[] {
  const bare = words
    .replace(/\b(?:out )?to (?:anybody|somebody|anyone|someone|a customer|customers)\b.*$/i, '')
    .replace(/\bwho\b.*$/i, '')
  const found = bare
    .split(/,\s*(?:or\s+)?|\s+or\s+|\s+nor\s+/)
    .flatMap((part) => columnTold(part, desk) ?? [])
  return [...new Set(found)]
}

function columnTold(words: string, desk: Desk): DeskColumn | undefined {
  const own = stemsOf(words)
  const isKey = ({ column, record }: DeskColumn) => desk.world.tables.get(record.table)?.key === column.name
  const scored = desk.columns
    .filter((one) => one.column.type === 'string' && one.column.refers === null && !isKey(one))
    .map((column) => {
      const shared = column.stems.filter((part) => own.some((word) => alike(word, part))).length
      const row = own.some((word) => stemsOf(column.record.name).some((part) => alike(word, part))) ? 0.5 : 0
      return { column, score: shared === 0 ? 0 : shared / column.stems.length + row }
    })
    .sort((a, b) => b.score - a.score)
  return (scored[0]?.score ?? 0) >= 1 ? scored[0]?.column : undefined
}

/** Somebody who has not shown who they are: what is asked once more where it does not match. */
export function strangerOf(fields: readonly string[], notes: Notes): Bound | null {
  const matches = [...notes.derived.keys()].filter((name) =>
    fields.some((field) => name === `${field}_matches`),
  )
  if (matches.length === 0) return null
  return anyOf(matches.map((name): Bound => ({ name: `derived.${name}`, is: '!=', value: true })))
}
