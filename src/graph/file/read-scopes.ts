import { type Place, type Problem, problem } from '../../base/files/problem.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import type { PlaceOf } from '../../base/files/yaml-file.ts'
import type { Guard } from '../../base/guards/guard.ts'
import { parseGuard, parseOperand } from '../../base/guards/guard-parse.ts'
import { checkGuardTypes, type VarTable } from '../../base/guards/guard-types.ts'
import { Special } from '../../base/values/value.ts'
import type { Constraint } from '../model/graph.ts'
import type { DraftEdge, DraftScope, DraftStep, Sourced } from './draft.ts'
import type { GraphFile, StepFile } from './graph-file.ts'
import { readHolds } from './read-holds.ts'

/** What every reader below needs: places, the text for places inside guards, and where to put problems. */
export type ReadingContext = {
  readonly placeOf: PlaceOf
  /** the file's lines, to find the column of an atom inside a quoted guard */
  readonly lines: readonly string[]
  readonly report: (found: Problem) => void
  /** the variables guards may read, given the steps whose `done.*` they may ask for */
  readonly tableFor: (done: ReadonlySet<string>) => VarTable
}

type Path = readonly (string | number)[]

export function readScopes(file: GraphFile, context: ReadingContext): readonly DraftScope[] {
  const scope = (
    kind: DraftScope['kind'],
    id: string,
    raw: { start: string; steps: Record<string, StepFile> },
    path: Path,
  ): DraftScope => {
    const names = new Set(Object.keys(raw.steps))
    const table = context.tableFor(new Set([...names].filter((name) => !isRun(raw.steps[name]))))
    const steps = new Map<string, DraftStep>()
    for (const [name, step] of Object.entries(raw.steps)) {
      steps.set(name, readStep(name, step, { ...context, table, path: [...path, 'steps', name] }))
    }
    return { kind, id, start: raw.start, steps, at: context.placeOf(path) }
  }
  return [
    ...Object.entries(file.procedures).map(([id, raw]) => scope('procedure', id, raw, ['procedures', id])),
    ...Object.entries(file.sub_procedures ?? {}).map(([id, raw]) =>
      scope('sub-procedure', id, raw, ['sub_procedures', id]),
    ),
    ...(file.interrupts ?? []).map((raw, index) => scope('interrupt', raw.id, raw, ['interrupts', index])),
  ]
}

const isRun = (step: StepFile | undefined): boolean => step !== undefined && 'run' in step

type StepContext = ReadingContext & { readonly table: VarTable; readonly path: Path }

function readStep(name: string, raw: StepFile, context: StepContext): DraftStep {
  const at = context.placeOf(context.path)
  if ('run' in raw) {
    const exits = new Map(Object.entries(raw.exits ?? {}))
    const source = { cites: [], assumed: null }
    return { name, at, ...source, needs: [], kind: 'run', sub: raw.run, next: raw.next ?? null, exits }
  }
  const base = { name, at, ...sourceOf(raw), needs: raw.needs ?? [] }
  if ('learn' in raw)
    return { ...base, kind: 'learn', field: raw.learn, attemptsMax: raw.attempts_max ?? null, next: raw.next }
  if ('check' in raw) return { ...base, kind: 'check', record: raw.check, tool: raw.tool, next: raw.next }
  if ('decide' in raw)
    return {
      ...base,
      cites: citesOfDecide(raw),
      kind: 'decide',
      choice: raw.choice ?? 'graph',
      edges: readEdges(raw.decide, context),
    }
  if ('confirm' in raw) {
    const { attempts_max: attemptsMax = null, if_refused: ifRefused = null } = raw
    return { ...base, kind: 'confirm', step: raw.confirm, attemptsMax, next: raw.next, ifRefused }
  }
  if ('act' in raw)
    return {
      ...base,
      kind: 'act',
      tool: raw.act,
      constraints: readConstraints(raw.with ?? {}, context),
      next: raw.next,
    }
  if ('tell' in raw) {
    return {
      ...base,
      kind: 'tell',
      act: raw.tell,
      about: raw.about ?? null,
      mustSay: raw.must_say ?? [],
      holds: readHolds(raw.holds ?? [], { ...context, path: [...context.path, 'holds'] }),
      next: raw.next,
    }
  }
  if ('handover' in raw) return { ...base, kind: 'handover', reason: raw.handover }
  return { ...base, kind: 'end' }
}

type SourceFileMembers = {
  readonly cites?: string | readonly string[] | undefined
  readonly assumed?: string | undefined
}

/** The clauses a part cites, or why it cites none. */
export const sourceOf = (raw: SourceFileMembers): Sourced => ({
  cites: citesIn(raw.cites),
  assumed: raw.assumed ?? null,
})

/** A decision rests on its own clauses and on those of its edges. */
export const citesOfDecide = (raw: Extract<StepFile, { decide: unknown }>): readonly string[] => [
  ...new Set([...citesIn(raw.cites), ...raw.decide.flatMap((edge) => citesIn(edge.cites))]),
]

export function citesIn(raw: string | readonly string[] | undefined): readonly string[] {
  if (raw === undefined) return []
  const parts = typeof raw === 'string' ? raw.split(',') : raw
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
}

type DecideFile = Extract<StepFile, { decide: unknown }>['decide']

function readEdges(raw: DecideFile, context: StepContext): readonly DraftEdge[] {
  const path = [...context.path, 'decide']
  const guards = raw.map((edge, index) =>
    'when' in edge ? readGuard(edge.when, [...path, index, 'when'], context) : null,
  )
  const rest = negationOf(guards.filter((guard) => guard !== null))
  if (guards.filter((guard) => guard === null).length > 1) {
    context.report(
      problem(
        context.placeOf(path),
        'otherwise-twice',
        'a decide can have at most one otherwise',
        'Give one of them a guard.',
      ),
    )
  }
  return raw.map((edge, index) => {
    const loop = edge.loop === undefined ? null : { max: edge.loop.max, afterMax: edge.loop.then }
    const shared = { loop, at: context.placeOf([...path, index]) }
    if ('when' in edge) return { ...shared, when: guards[index] ?? NEVER, otherwise: false, to: edge.to }
    return { ...shared, when: rest, otherwise: true, to: edge.otherwise }
  })
}

const NEVER: Guard = { op: 'constant', value: false, text: 'false' }
export const ALWAYS: Guard = { op: 'constant', value: true, text: 'true' }

/** What `otherwise` means: none of the others. */
function negationOf(others: readonly Guard[]): Guard {
  const [only] = others
  if (only === undefined) return ALWAYS
  const of: Guard =
    others.length === 1
      ? only
      : { op: 'or', of: others, text: others.map((guard) => `(${guard.text})`).join(' || ') }
  return { op: 'not', of, text: `!(${of.text})` }
}

type GuardContext = ReadingContext & { readonly table: VarTable }

/** Parses and type-checks one guard (V5, C6). A faulty one is reported and stands in as false. */
export function readGuard(text: string, path: Path, context: GuardContext): Guard {
  const at = context.placeOf(path)
  const reading = parseGuard(text)
  if (reading.guard === null) {
    const { message, column, hint } = reading.fault
    context.report(
      problem(
        inside(at, column, context),
        'guard-refused',
        `guard ${short(text)}: ${message} (column ${column})`,
        hint,
      ),
    )
    return NEVER
  }
  for (const fault of checkGuardTypes(reading.guard, context.table)) {
    const place = inside(at, reading.columnOf(fault.atom), context)
    context.report(problem(place, fault.code, `guard ${short(text)}: ${fault.message}`, fault.hint))
  }
  return reading.guard
}

const short = (text: string): string => (text.length > 80 ? `"${text.slice(0, 77)}..."` : `"${text}"`)

/** The place of a column of a guard that is written in quotes or plain on one line; else the guard's own. */
function inside(at: Place, column: number, context: ReadingContext): Place {
  const first = context.lines[at.line - 1]?.[at.column - 1]
  if (first === '|' || first === '>') return at
  return { ...at, column: at.column + column - 1 + (first === '"' || first === "'" ? 1 : 0) }
}

const CONSTRAINT = /^\s*(==|!=|<=|>=|<|>|in\b)\s*(.*)$/s

function readConstraints(raw: Readonly<Record<string, string>>, context: StepContext): readonly Constraint[] {
  return Object.entries(raw).flatMap(([argument, text]) => {
    const constraint = readConstraint(argument, text, context)
    return constraint === null ? [] : [constraint]
  })
}

function readConstraint(argument: string, text: string, context: StepContext): Constraint | null {
  const at = context.placeOf([...context.path, 'with', argument])
  const [, is = '', right = ''] = CONSTRAINT.exec(text) ?? []
  if (!isConstraintOp(is)) {
    const hint = 'Write "== fields.x", "<= 100" or "in [...]".'
    context.report(
      problem(at, 'constraint-refused', `argument "${argument}": "${text}" is not a comparison`, hint),
    )
    return null
  }
  const { operand, fault } = parseOperand(right)
  if (operand === null) {
    context.report(problem(at, 'constraint-refused', `argument "${argument}": ${fault.message}`, fault.hint))
    return null
  }
  if ('name' in operand && context.table.typeOf(operand.name) === undefined) {
    context.report(
      problem(
        at,
        'unknown-variable',
        `argument "${argument}": "${operand.name}" is not declared`,
        didYouMean(operand.name, context.table.known()),
      ),
    )
  }
  if ('values' in operand !== (is === 'in')) {
    const hint = 'Use a list with in, and a single value with every other operator.'
    context.report(problem(at, 'constraint-refused', `argument "${argument}": "${text}" does not fit`, hint))
    return null
  }
  if (!('values' in operand)) return { argument, is, operand, text: text.trim() }
  const scalars = operand.values.flatMap((value) => (value instanceof Special ? [] : [value]))
  return { argument, is, operand: { values: scalars }, text: text.trim() }
}

const OPS = ['==', '!=', '<', '<=', '>', '>=', 'in'] as const
const isConstraintOp = (text: string): text is Constraint['is'] => OPS.some((op) => op === text)
