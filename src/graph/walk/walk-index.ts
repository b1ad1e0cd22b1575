import { assert } from '../../base/assert.ts'
import type { VarName } from '../../base/guards/guard.ts'
import { variablesOf } from '../../base/guards/guard-explain.ts'
import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import { partsOf } from '../file/read-variable.ts'
import type { Constraint, Graph, RecordSpec, Step, StepOf } from '../model/graph.ts'
import { nextOf } from '../model/next-of.ts'

/**
 * What the walk looks up over and over, computed once per graph: which decisions a variable concerns, which acts a tool
 * does, in what order records are bound. In: a sound graph. Out: maps. It must not know any conversation.
 */
export type GraphIndex = {
  readonly graph: Graph
  /** records such that each stands after the one its key comes from */
  readonly records: readonly RecordSpec[]
  /** by procedure and interrupt: all that its start leads to */
  readonly areas: ReadonlyMap<StepId, Area>
  /** fields that later requests take over from earlier ones (R1) */
  readonly sharedFields: ReadonlySet<string>
  readonly acts: ReadonlyMap<string, readonly Act[]>
  /** tells by their act; confirms by the tool of their act; handovers; ends */
  readonly doing: ReadonlyMap<string, readonly Step[]>
  readonly shapes: ReadonlyMap<StepId, Shape>
  /** the confirms of an act */
  readonly confirms: ReadonlyMap<StepId, readonly StepOf<'confirm'>[]>
  /** steps by their name within the procedure, loop rounds together: what `done.name` means */
  readonly written: ReadonlyMap<string, readonly StepId[]>
  /** the acts each tell tells of (S6) */
  readonly toldDeeds: ReadonlyMap<StepId, readonly Act[]>
}

/** One procedure or interrupt with what lies in it. */
export type Area = {
  readonly start: StepId
  readonly steps: ReadonlySet<StepId>
  readonly decisions: readonly Decision[]
  readonly decisionOf: ReadonlyMap<StepId, Decision>
  readonly readers: ReadonlyMap<VarName, Readers>
  /** distinct constraint lists of the acts, by tool */
  readonly shapes: ReadonlyMap<string, readonly Shape[]>
  readonly attemptsMax: ReadonlyMap<string, number>
  readonly before: ReadonlyMap<StepId, readonly StepId[]>
}
/** what a change of one variable concerns (V3, S8) */
export type Readers = {
  readonly decisions: readonly Decision[]
  readonly confirmsAndActs: readonly StepId[]
  /** checks of records whose key rests on it */
  readonly checks: readonly StepId[]
}

export type Decision = {
  readonly step: StepOf<'decide'>
  readonly reads: readonly VarName[]
  /** what must be settled first: records, and fields it reads, also through derived variables and keys (W7) */
  readonly needsRecords: readonly string[]
  readonly fields: readonly string[]
  /** made only when the walk reaches it with nothing open (V3) */
  readonly late: boolean
}

export type Act = StepOf<'act'>
/** Acts with the same tool and constraints: loop rounds and inlined copies are judged once. */
export type Shape = {
  readonly key: string
  readonly tool: string
  readonly constraints: readonly Constraint[]
  readonly inputs: readonly VarName[]
}

export function stepOf(graph: Graph, id: StepId): Step {
  const step = graph.steps.get(id)
  // The words are put together only where they are needed: this is asked for every step of every walk.
  if (step === undefined) assert(false, `the graph was loaded with a way to a missing step ${id}`)
  return step
}

/** the act a confirm asks about */
export function confirmedAct(graph: Graph, confirm: StepOf<'confirm'>): Act {
  const act = stepOf(graph, confirm.step)
  if (act.kind !== 'act') assert(false, `${confirm.id} confirms ${act.id}, which is no act`)
  return act
}

function doingKey(graph: Graph, step: Step): string {
  if (step.kind === 'tell') return `tell ${step.act}`
  return step.kind === 'confirm' ? `confirm ${confirmedAct(graph, step).tool}` : step.kind
}

export const indexOf = memo((graph: Graph): GraphIndex => {
  const acts = groupBy(ofKind(graph.steps.values(), 'act'), (act) => act.tool)
  const shapes = shapesOf(graph)
  const starts = [...graph.procedures, ...graph.interrupts].map((one) => one.start)
  return {
    graph,
    records: recordsInOrder(graph),
    areas: new Map(starts.map((start) => [start, areaOf(graph, shapes, start)])),
    sharedFields: new Set([...graph.fields.values()].filter((one) => one.shared).map(({ name }) => name)),
    acts,
    doing: groupBy(graph.steps.values(), (step) => doingKey(graph, step)),
    shapes,
    confirms: groupBy(ofKind(graph.steps.values(), 'confirm'), (confirm) => confirm.step),
    written: groupBy(graph.steps.keys(), (id) => id.slice(id.indexOf('/') + 1).replace(/~\d+/g, '')),
    toldDeeds: toldDeeds(graph),
  }
})

function areaOf(graph: Graph, shapes: ReadonlyMap<StepId, Shape>, start: StepId): Area {
  const steps = reachedFrom(graph, start).map((id) => stepOf(graph, id))
  const decisions = ofKind(steps, 'decide').map((step) => decisionOf(graph, step))
  const constrained = steps.flatMap((step) => {
    const act = step.kind === 'confirm' ? confirmedAct(graph, step) : step.kind === 'act' ? step : null
    return act === null ? [] : [{ id: step.id, inputs: shapes.get(act.id)?.inputs ?? [] }]
  })
  const checks = ofKind(steps, 'check').map(({ id, record }) => {
    const by = graph.records.get(record)?.by
    return { id, inputs: by === undefined ? [] : expand(graph, by) }
  })
  const readers = readersOf(graph, { decisions, constrained, checks })
  const areaShapes = ofKind(steps, 'act').flatMap((act) => shapes.get(act.id) ?? [])
  return {
    start,
    steps: new Set(steps.map((step) => step.id)),
    decisions,
    decisionOf: new Map(decisions.map((decision) => [decision.step.id, decision])),
    readers,
    shapes: groupBy(new Set(areaShapes), (shape) => shape.tool),
    attemptsMax: new Map(
      ofKind(steps, 'learn').flatMap((step) =>
        step.attemptsMax === null ? [] : [[step.field, step.attemptsMax]],
      ),
    ),
    before: predecessorsOf(steps),
  }
}

type Reading = readonly { readonly id: StepId; readonly inputs: readonly VarName[] }[]

function readersOf(
  graph: Graph,
  of: { decisions: readonly Decision[]; constrained: Reading; checks: Reading },
): ReadonlyMap<VarName, Readers> {
  const found = new Map<VarName, { decisions: Decision[]; confirmsAndActs: StepId[]; checks: StepId[] }>()
  const at = (name: VarName) => {
    const entry = found.get(name) ?? { decisions: [], confirmsAndActs: [], checks: [] }
    found.set(name, entry)
    return entry
  }
  for (const decision of of.decisions) {
    for (const name of basesOf(graph, decision.reads)) at(name).decisions.push(decision)
  }
  for (const { id, inputs } of of.constrained) for (const name of inputs) at(name).confirmsAndActs.push(id)
  for (const { id, inputs } of of.checks) for (const name of inputs) at(name).checks.push(id)
  return found
}

function decisionOf(graph: Graph, step: StepOf<'decide'>): Decision {
  const reads = [...new Set(step.edges.flatMap((edge) => variablesOf(edge.when)))]
  const expanded = basesOf(graph, reads).map(partsOf)
  const namesOf = (kind: string) => [
    ...new Set(expanded.filter((one) => one.kind === kind).map((one) => one.name)),
  ]
  return {
    step,
    reads,
    needsRecords: namesOf('records'),
    fields: namesOf('fields'),
    late: step.round > 1 || reads.some((name) => name.startsWith('done.')),
  }
}

/** Variables with all they rest on: inputs of derived variables, keys of records, transitively. */
const basesOf = (graph: Graph, names: readonly VarName[]): readonly VarName[] => [
  ...new Set(names.flatMap((name) => expand(graph, name))),
]

function expand(graph: Graph, variable: VarName): readonly VarName[] {
  const { kind, name } = partsOf(variable)
  const record = kind === 'records' ? graph.records.get(name) : undefined
  if (record !== undefined) return [variable, ...expand(graph, record.by)]
  const spec = kind === 'derived' ? graph.derived.get(name) : undefined
  if (spec === undefined) return [variable]
  const other = spec.kind === 'minus' ? [spec.minus] : spec.kind === 'same' ? [spec.as] : []
  return [spec.of, ...other].flatMap((input) => expand(graph, input))
}

function shapesOf(graph: Graph): ReadonlyMap<StepId, Shape> {
  const byKey = new Map<string, Shape>()
  const shapeOf = (act: Act): Shape => {
    const key = JSON.stringify([act.tool, act.constraints.map((one) => [one.argument, one.is, one.operand])])
    const operands = act.constraints.flatMap(({ operand }) => ('name' in operand ? [operand.name] : []))
    const shape = byKey.get(key) ?? {
      key,
      tool: act.tool,
      constraints: act.constraints,
      inputs: basesOf(graph, operands),
    }
    byKey.set(key, shape)
    return shape
  }
  return new Map(ofKind(graph.steps.values(), 'act').map((act) => [act.id, shapeOf(act)]))
}

/**
 * Which acts a tell tells of (S6): those that lead to it with nothing but other acts between, and, if it demands words or
 * values of its own, with tells between too. Whoever says truthfully that such an act is done has told it.
 */
function toldDeeds(graph: Graph): ReadonlyMap<StepId, readonly StepOf<'act'>[]> {
  const told = new Map<StepId, StepOf<'act'>[]>()
  for (const act of graph.steps.values()) {
    if (act.kind !== 'act') continue
    for (const tell of tellsAfter(graph, act)) told.set(tell.id, [...(told.get(tell.id) ?? []), act])
  }
  return told
}

function tellsAfter(graph: Graph, act: StepOf<'act'>): readonly StepOf<'tell'>[] {
  const tells: StepOf<'tell'>[] = []
  let step: Step | undefined = graph.steps.get(act.next)
  while (step?.kind === 'act' || step?.kind === 'tell') {
    const isFirst = tells.length === 0
    if (step.kind === 'tell' && step.act === 'inform' && (isFirst || demandsWords(step))) tells.push(step)
    if (step.kind === 'tell' && step.act !== 'inform') break
    step = graph.steps.get(step.next)
  }
  return tells
}

const demandsWords = ({ mustSay, holds }: StepOf<'tell'>): boolean => mustSay.length > 0 || holds.length > 0

function predecessorsOf(steps: readonly Step[]): ReadonlyMap<StepId, readonly StepId[]> {
  const pairs = steps.flatMap((step) => nextOf(step).map((to) => ({ from: step.id, to })))
  return new Map(
    [...groupBy(pairs, (pair) => pair.to)].map(([to, froms]) => [to, froms.map((pair) => pair.from)]),
  )
}

/** Depth first, next before if_refused: file order of the way most conversations take. */
function reachedFrom(graph: Graph, start: StepId): readonly StepId[] {
  const reached = new Set<StepId>()
  const todo = [start]
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    todo.push(...nextOf(stepOf(graph, id)).toReversed())
  }
  return [...reached]
}

function recordsInOrder(graph: Graph): readonly RecordSpec[] {
  const ordered = new Map<string, RecordSpec>()
  const place = (spec: RecordSpec | undefined, above: readonly string[]): void => {
    if (spec === undefined || ordered.has(spec.name) || above.includes(spec.name)) return
    const key = partsOf(spec.by)
    if (key.kind === 'records') place(graph.records.get(key.name), [...above, spec.name])
    ordered.set(spec.name, spec)
  }
  for (const spec of graph.records.values()) place(spec, [])
  return [...ordered.values()]
}

function ofKind<Kind extends Step['kind']>(steps: Iterable<Step>, kind: Kind): readonly StepOf<Kind>[] {
  return [...steps].filter((step): step is StepOf<Kind> => step.kind === kind)
}

function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
