import { assert } from '../base/assert.ts'
import { type Problem, problem, type Reading } from '../base/files/problem.ts'
import { type PlaceOf, readYaml, readYamlData, YAML_LIMITS } from '../base/files/yaml-file.ts'
import type { StepId } from '../base/values/ids.ts'
import { clauseId } from '../sop/clause-id.ts'
import { parseSop } from '../sop/parse-sop.ts'
import type { SopDocument } from '../sop/sop.ts'
import { checkCites } from './check/check-cites.ts'
import { checkDecides } from './check/check-decides.ts'
import { checkAttempts, checkIntents } from './check/check-fields.ts'
import { flowOf } from './check/check-flow.ts'
import { checkNames, toolNamed } from './check/check-names.ts'
import { checkSettled } from './check/check-settled.ts'
import { checkShape } from './check/check-shape.ts'
import { checkWrites } from './check/check-writes.ts'
import { domainsOf } from './domains/domains.ts'
import { EXPANSION_LIMITS, expand } from './expand/expand.ts'
import { type Declarations, readDeclarations, variableTable } from './file/declarations.ts'
import type { Cited, DraftScope, Waived } from './file/draft.ts'
import { type GraphFile, GraphFileReader } from './file/graph-file.ts'
import { ALWAYS, type ReadingContext, readGuard, readScopes, sourceOf } from './file/read-scopes.ts'
import type { Forbid, Graph, Interrupt, Procedure } from './model/graph.ts'
import type { GraphFacts } from './model/graph-facts.ts'

export type SourceFile = { readonly file: string; readonly text: string }

/**
 * Reads a graph with its SOP. In: two texts and what the back office offers. Out: the graph, if it is sound (C1 to
 * C10), and everything that is wrong, at once. It must not know worlds, cases or transcripts.
 */
export function loadGraph(
  files: { readonly graph: SourceFile; readonly sop: SourceFile },
  facts: GraphFacts,
): Reading<Graph> {
  const tooLarge = sopTooLarge(files.sop)
  if (tooLarge !== null) return { value: undefined, problems: [tooLarge] }
  const reading = readGraphFile(files.graph)
  if (reading.value === undefined) return { value: undefined, problems: reading.problems }
  const tooMany = tooManySteps(reading.value, reading.placeOf)
  if (tooMany !== null) return { value: undefined, problems: [tooMany] }
  const sop = parseSop(files.sop.file, files.sop.text)
  const draft = readDraft({
    file: reading.value,
    placeOf: reading.placeOf,
    lines: files.graph.text.split('\n'),
    facts,
    sop,
  })
  if (draft.problems.length > 0) return { value: undefined, problems: inOrder(draft.problems) }
  return finish(draft, facts)
}

function sopTooLarge(sop: SourceFile): Problem | null {
  if (sop.text.length <= YAML_LIMITS.bytesMax) return null
  const message = `the file has ${sop.text.length} characters; the limit is ${YAML_LIMITS.bytesMax}`
  return problem({ file: sop.file, line: 1, column: 1 }, 'file-too-large', message, 'Split it or shorten it.')
}

/** Said at once: every other check would only add thousands of problems to it. */
function tooManySteps(file: GraphFile, placeOf: PlaceOf): Problem | null {
  const scopes = [
    ...Object.values(file.procedures),
    ...Object.values(file.sub_procedures ?? {}),
    ...(file.interrupts ?? []),
  ]
  const count = scopes.reduce((sum, scope) => sum + Object.keys(scope.steps).length, 0)
  if (count <= EXPANSION_LIMITS.stepsMax) return null
  const message = `the graph has ${count} steps; the limit is ${EXPANSION_LIMITS.stepsMax}`
  return problem(placeOf(['procedures']), 'too-many-steps', message, 'Split the desk into several packs.')
}

function readGraphFile(graph: SourceFile): ReturnType<typeof readYaml<typeof GraphFileReader>> {
  const reading = readYaml(graph.file, graph.text, GraphFileReader)
  // The schema library drops a member called __proto__ without a word; the author must hear of it.
  if (reading.value === undefined || !graph.text.includes('__proto__')) return reading
  const raw = readYamlData(graph.file, graph.text)
  const path = pathOfProto(raw.value, [])
  if (path === null) return reading
  const found = problem(
    raw.placeOf(path),
    'wrong-name',
    '"__proto__" cannot be a name',
    'Choose another one.',
  )
  return { ...reading, value: undefined, problems: [found] }
}

function pathOfProto(
  value: unknown,
  path: readonly (string | number)[],
): readonly (string | number)[] | null {
  if (typeof value !== 'object' || value === null) return null
  if (Object.hasOwn(value, '__proto__')) return [...path, '__proto__']
  for (const [key, member] of Object.entries(value)) {
    const found = pathOfProto(member, [...path, Array.isArray(value) ? Number(key) : key])
    if (found !== null) return found
  }
  return null
}

type DraftSource = {
  readonly file: GraphFile
  readonly placeOf: PlaceOf
  readonly lines: readonly string[]
  readonly facts: GraphFacts
  readonly sop: SopDocument
}

/** Everything in the file, read and checked as far as that goes without expansion. */
type Draft = {
  readonly sop: SopDocument
  readonly declared: Declarations
  readonly scopes: readonly DraftScope[]
  readonly procedures: readonly Omit<Procedure, 'start'>[]
  readonly forbids: readonly Cited<Forbid>[]
  readonly interrupts: readonly Cited<Omit<Interrupt, 'start'>>[]
  readonly waived: readonly Waived[]
  readonly problems: readonly Problem[]
}

function readDraft(source: DraftSource): Draft {
  const { file, placeOf, lines, facts, sop } = source
  const problems: Problem[] = []
  const { declared, problems: wrongDeclarations } = readDeclarations({ file, placeOf, facts })
  problems.push(...wrongDeclarations)
  const context: ReadingContext = {
    placeOf,
    lines,
    report: (found) => problems.push(found),
    tableFor: (done) => variableTable(declared, facts, done),
  }
  const scopes = readScopes(file, context)
  const subs = new Map(
    scopes.filter((scope) => scope.kind === 'sub-procedure').map((scope) => [scope.id, scope]),
  )
  problems.push(...checkNames(scopes, { declared, facts, subs }), ...checkShape(scopes))
  const procedures = readProcedures(file, context)
  const forbids = readForbids(file, { ...context, facts, scopes })
  const interrupts = readInterrupts(file, context)
  const waived = readWaivers(file, placeOf)
  problems.push(...checkAttempts(scopes, declared.fields))
  problems.push(...checkIntents(procedures, declared.fields.get('intent'), placeOf(['fields'])))
  problems.push(
    ...checkCites({
      sop,
      scopes,
      forbids,
      interrupts,
      waived,
    }),
  )
  return { sop, declared, scopes, procedures, forbids, interrupts, waived, problems }
}

function readProcedures(file: GraphFile, context: ReadingContext): readonly Omit<Procedure, 'start'>[] {
  const table = context.tableFor(new Set())
  return Object.entries(file.procedures).map(([id, raw]) => ({
    id,
    for: readGuard(raw.for, ['procedures', id, 'for'], { ...context, table }),
    at: context.placeOf(['procedures', id]),
  }))
}

type ForbidContext = ReadingContext & { readonly facts: GraphFacts; readonly scopes: readonly DraftScope[] }

function readForbids(file: GraphFile, context: ForbidContext): readonly Cited<Forbid>[] {
  const done = new Set(
    context.scopes.flatMap((scope) => (scope.kind === 'procedure' ? [...scope.steps.keys()] : [])),
  )
  const table = context.tableFor(done)
  const taken = new Set<string>()
  return (file.forbid ?? []).flatMap((raw, index) => {
    const path = ['forbid', index]
    const at = context.placeOf(path)
    if (taken.has(raw.id))
      context.report(problem(at, 'duplicate-id', `the forbid "${raw.id}" is declared twice`))
    taken.add(raw.id)
    const when =
      raw.when === undefined ? ALWAYS : readGuard(raw.when, [...path, 'when'], { ...context, table })
    const what = readForbidden(raw)
    if (what === null) {
      const hint = 'Name exactly one of tool, tell (with about, if you like) and says.'
      context.report(problem(at, 'forbids-nothing', `forbid "${raw.id}" does not say what it forbids`, hint))
      return []
    }
    if ('tool' in what)
      for (const found of toolNamed(what.tool, null, { at, facts: context.facts })) context.report(found)
    if ('says' in what && table.typeOf(what.says) === undefined) {
      context.report(
        problem(
          at,
          'unknown-variable',
          `"${what.says}" is not declared`,
          'Name a field or a column of a record.',
        ),
      )
    }
    return [{ id: raw.id, kind: raw.kind, what, when, ...sourceOf(raw), at }]
  })
}

function readForbidden(raw: NonNullable<GraphFile['forbid']>[number]): Forbid['what'] | null {
  const named = [raw.tool, raw.tell, raw.says].filter((it) => it !== undefined)
  if (named.length !== 1 || (raw.about !== undefined && raw.tell === undefined)) return null
  if (raw.tool !== undefined) return { tool: raw.tool }
  if (raw.says !== undefined) return { says: raw.says }
  return raw.tell === undefined ? null : { act: raw.tell, about: raw.about ?? null }
}

function readInterrupts(
  file: GraphFile,
  context: ReadingContext,
): readonly Cited<Omit<Interrupt, 'start'>>[] {
  const table = context.tableFor(new Set())
  return (file.interrupts ?? []).map((raw, index) => {
    const path = ['interrupts', index]
    const when = raw.when === undefined ? null : readGuard(raw.when, [...path, 'when'], { ...context, table })
    return {
      id: raw.id,
      on: raw.on,
      when,
      nth: raw.nth ?? 1,
      ...sourceOf(raw),
      at: context.placeOf(path),
    }
  })
}

const readWaivers = (file: GraphFile, placeOf: PlaceOf): readonly Waived[] =>
  (file.waive ?? []).map((raw, index) => ({
    clause: raw.clause,
    because: raw.because,
    at: placeOf(['waive', index]),
  }))

/** Expansion, and the checks that need it. */
function finish(draft: Draft, facts: GraphFacts): Reading<Graph> {
  const { steps, starts, problems } = expand(draft.scopes)
  if (problems.length > 0) return { value: undefined, problems }
  const start = (id: string): StepId => {
    const first = starts.get(id)
    assert(first !== undefined, `${id} was not expanded`)
    return first
  }
  const graph: Graph = {
    sop: draft.sop,
    ...draft.declared,
    procedures: draft.procedures.map((it) => ({ ...it, start: start(it.id) })),
    steps,
    forbids: draft.forbids.map(({ assumed: _, ...it }) => ({ ...it, cites: it.cites.map(clauseId) })),
    interrupts: draft.interrupts.map(({ assumed: _, ...it }) => ({
      ...it,
      start: start(it.id),
      cites: it.cites.map(clauseId),
    })),
    waived: draft.waived.map((it) => ({ ...it, clause: clauseId(it.clause) })),
  }
  const found = checkFlow(graph, facts)
  return { value: found.some((it) => it.severity === 'error') ? undefined : graph, problems: inOrder(found) }
}

/** C2, C3 and C11 to C13: the checks that follow the ways. */
function checkFlow(graph: Graph, facts: GraphFacts): readonly Problem[] {
  const domains = domainsOf(graph, facts)
  const flow = flowOf(graph, domains)
  return [
    ...checkSettled({ graph, domains, flow }),
    ...checkDecides({ graph, domains, flow }),
    ...checkWrites(graph),
  ]
}

const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  [...problems].sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  )
