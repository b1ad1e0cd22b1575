import type { ClauseId } from '../../base/values/ids.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { clauseId } from '../../sop/clause-id.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { Outline, OutlineSection, Source, Statement } from '../outline/outline.ts'
import { blocksOf } from '../read/layout.ts'
import { FieldNames } from './field-names.ts'
import { hasGap, matchTools, type Unit } from './match-tool.ts'
import { inside, type Unresolved, Weaver } from './weave.ts'

/**
 * A graph of the text alone. In: an SOP, its outline and at most the names of tools. Out: a graph in which every
 * condition is a question of its own, and everything that could not be tied. It must not know a desk: what its fields
 * are called and hold is for `bind/`.
 */
export type Sketch = {
  readonly graph: GraphFile
  readonly unresolved: readonly Unresolved[]
  /** "ask if ...": the clause that asks, and the field that holds the answer */
  readonly asked: readonly { readonly clause: ClauseId; readonly field: string }[]
}

export type SketchOptions = {
  /** names of tools; null or none: those the text needs are named in its own words */
  readonly tools: readonly string[] | null
  /** the tools were chosen for this text: each is used somewhere */
  readonly every?: boolean
}

export function sketchGraph(sop: SopDocument, outline: Outline, options: SketchOptions): Sketch {
  const all = groupsOf(outline)
  const groups = all.slice(0, PROCEDURES_MAX)
  const toolOf = toolsOf(sop, outline, options)
  const after = new Map(
    groups.flatMap((group) => pairs(group).map(([one, other]) => [one.id, other.id] as const)),
  )
  const headOf = new Map(groups.flatMap((group) => group.map(({ id }) => [id, group[0]?.id ?? id] as const)))
  const sections = new Map(outline.sections.map((section) => [section.id, section]))
  const firsts = new Set(groups.map((group) => group[0]?.id ?? ''))
  const names = new FieldNames()
  const procedures: GraphFile['procedures'] = {}
  const unresolved: Unresolved[] = []
  const asked: { readonly clause: ClauseId; readonly field: string }[] = []
  for (const group of all.slice(PROCEDURES_MAX, PROCEDURES_MAX + 1))
    unresolved.push({
      ...placeOf(group),
      because: `only the first ${PROCEDURES_MAX} procedures are sketched`,
    })
  for (const group of groups) {
    const [first] = group
    if (first === undefined || !group.some((section) => section.statements.some(acts))) continue
    if (group.reduce((sum, section) => sum + section.statements.length, 0) > STATEMENTS_MAX) {
      const because = `has more than ${STATEMENTS_MAX} statements: split it into procedures`
      unresolved.push({ ...placeOf(group), because })
      continue
    }
    const weaver = new Weaver({
      outline,
      sections,
      after,
      firsts,
      headOf,
      names,
      toolOf,
      tools: options.tools === null || options.tools.length === 0 ? null : options.tools,
    })
    const start = weaver.target(weaver.start(first))
    const id = procedureId(first, procedures)
    procedures[id] = {
      for: `fields.intent == '${id}'`,
      start,
      steps: Object.fromEntries(reachable(start, weaver.finish())),
    }
    unresolved.push(...weaver.unresolved)
    asked.push(...weaver.asked)
  }
  const graph: GraphFile = {
    format: 1,
    fields: { intent: { type: 'enum', of: Object.keys(procedures) }, ...names.declared() },
    procedures,
    waive: waived(sop, procedures),
  }
  return { graph, unresolved: onlyOnce(unresolved), asked }
}

const PROCEDURES_MAX = 300
const NOWHERE = { file: '', line: 1, column: 1 }
const placeOf = ([first]: readonly OutlineSection[]): Source => ({
  clause: clauseId(`${first?.id ?? 'top'}#1`),
  text: first?.title ?? '',
  at: first?.at ?? NOWHERE,
})

/** Longer than any procedure people follow; weaving goes as deep as the flow is long. */
const STATEMENTS_MAX = 1_000

const acts = (statement: Statement): boolean =>
  statement.says === 'do' ||
  statement.says === 'if' ||
  statement.says === 'table' ||
  statement.says === 'around'

/** A heading and those below it make one procedure; its sections follow one another. */
function groupsOf(outline: Outline): readonly (readonly OutlineSection[])[] {
  const counts = new Map<number, number>()
  for (const { level } of outline.sections) counts.set(level, (counts.get(level) ?? 0) + 1)
  const level = [...counts].sort(([a], [b]) => a - b).find(([, count]) => count > 1)?.[0] ?? 1
  const groups: OutlineSection[][] = []
  for (const section of outline.sections) {
    if (section.level <= level || groups.length === 0) groups.push([section])
    else groups.at(-1)?.push(section)
  }
  return groups
}

const pairs = <T>(all: readonly T[]): readonly (readonly [T, T])[] =>
  all.slice(1).map((each, at) => [all[at] as T, each] as const)

function procedureId(section: OutlineSection, taken: GraphFile['procedures']): string {
  const words = (section.title || section.id)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '')
  const wanted = words.slice(0, 40).replace(/-$/, '') || 'procedure'
  let id = wanted
  for (let copy = 2; Object.hasOwn(taken, id); copy += 1) id = `${wanted}-${copy}`
  return id
}

/** Which deed uses which tool, over the whole text. */
function toolsOf(sop: SopDocument, outline: Outline, options: SketchOptions): ReadonlyMap<Statement, string> {
  if (options.tools === null || options.tools.length === 0) return new Map()
  const blocks = blockTexts(sop)
  const found: { readonly statement: Statement; readonly unit: Unit }[] = []
  const visit = (statements: readonly Statement[], branch: string): void => {
    for (const statement of statements) {
      const block = blocks.get(statement.clause) ?? {
        id: statement.clause,
        text: statement.text,
        aside: false,
      }
      if (mayUseTool(statement))
        found.push({
          statement,
          unit: {
            words: statement.text,
            block: `${block.id}${branch}`,
            around: block.text,
            aside: block.aside,
          },
        })
      visit(inside(statement), statement.says === 'if' ? `${branch}/${statement.clause}` : branch)
    }
  }
  for (const section of outline.sections) visit(section.statements, '')
  const tools = matchTools(
    found.map(({ unit }) => unit),
    options.tools,
    { every: options.every === true },
  )
  return new Map(
    found.flatMap(({ statement }, at) => {
      const tool = tools[at] ?? null
      return tool === null ? [] : [[statement, tool] as const]
    }),
  )
}

/** Each clause's outermost item or paragraph. */
function blockTexts(sop: SopDocument): ReadonlyMap<string, BlockText> {
  const texts = new Map<string, BlockText>()
  for (const section of sop.sections) {
    const blocks = blocksOf(section, sop.text)
    const items = blocks.filter((block) => block.kind === 'item').length
    for (const block of blocks) {
      const clauses = clausesIn(block)
      // a way elsewhere names the tool of elsewhere
      const told = clauses.filter(
        (clause) => !/\b(?:skip|go|proceed|jump|return|continue) to\b/i.test(clause.text),
      )
      const text = told.map((clause) => clause.text).join(' ')
      const aside = items >= 2 && block.kind === 'paragraph'
      for (const clause of clauses) texts.set(clause.id, { id: clauses[0]?.id ?? '', text, aside })
    }
  }
  return texts
}
type BlockText = { readonly id: string; readonly text: string; readonly aside: boolean }

/** A deed, or a sentence in which the name of what is used is missing. */
const mayUseTool = (statement: Statement): boolean =>
  statement.says === 'do'
    ? !/^(?:go|take|end|handover)$/.test(statement.deed.does) || hasGap(statement.text)
    : statement.says !== 'table' &&
      inside(statement).every(({ says }) => says === 'background') &&
      hasGap(statement.text)

type Shape = ReturnType<typeof blocksOf>[number]
const clausesIn = (block: Shape): Shape['clauses'] => [...block.clauses, ...block.children.flatMap(clausesIn)]

type Steps = ReturnType<Weaver['finish']>

/** Only what can be reached: a memo may hold ways nobody takes. */
function reachable(start: string, steps: Steps): Steps {
  const found: [string, NonNullable<ReturnType<Steps['get']>>][] = []
  const seen = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const step = steps.get(id)
    if (seen.has(id) || step === undefined) continue
    seen.add(id)
    found.push([id, step])
    open.push(...[...targetsOf(step)].reverse())
  }
  return new Map(found)
}

function targetsOf(step: NonNullable<ReturnType<Steps['get']>>): readonly string[] {
  if ('decide' in step)
    return step.decide.flatMap((edge) => [
      'when' in edge ? edge.to : edge.otherwise,
      ...(edge.loop === undefined ? [] : [edge.loop.then]),
    ])
  return 'next' in step && step.next !== undefined ? [step.next] : []
}

/** Every clause no step cites, so that the graph says what it leaves out. */
function waived(sop: SopDocument, procedures: GraphFile['procedures']): NonNullable<GraphFile['waive']> {
  const cited = new Set(
    Object.values(procedures).flatMap((procedure) =>
      Object.values(procedure.steps).flatMap((step) => ('cites' in step ? [step.cites ?? []].flat() : [])),
    ),
  )
  return [...sop.clauses.keys()]
    .filter((clause) => !cited.has(clause))
    .map((clause) => ({ clause, because: 'no step of this sketch comes from it' }))
}

function onlyOnce(all: readonly Unresolved[]): readonly Unresolved[] {
  const seen = new Set<string>()
  return all.filter(({ clause, because }) => {
    const key = `${clause} ${because}`
    return seen.has(key) ? false : seen.add(key) !== undefined
  })
}
