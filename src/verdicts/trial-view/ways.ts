import type { ReadVar, VarName } from '../../base/guards/guard.ts'
import { compileGuard } from '../../base/guards/guard-evaluate.ts'
import { atomsOf, explainFalse } from '../../base/guards/guard-explain.ts'
import { memo, memoText } from '../../base/memo.ts'
import type { ClauseId, StepId } from '../../base/values/ids.ts'
import type { Edge, Graph, Step, StepOf } from '../../graph/model/graph.ts'

/** Which decisions a step lies behind, and which of their edges lead to it. Worked out once per graph and step. */
export type WayGate = {
  readonly decision: StepOf<'decide'>
  /** edges from which the step can still be reached */
  readonly leading: readonly Edge[]
}

type Ways = {
  readonly gates: Map<StepId, readonly WayGate[]>
  readonly reaching: Map<StepId, ReadonlySet<StepId>>
  readonly actsOf: ReadonlyMap<string, readonly StepOf<'act'>[]>
  readonly before: ReadonlyMap<StepId, readonly StepId[]>
  /** act -> the confirms that ask for it */
  readonly confirmsFor: ReadonlyMap<StepId, readonly StepOf<'confirm'>[]>
}

const waysOf = memo((graph: Graph): Ways => {
  const actsOf = new Map<string, StepOf<'act'>[]>()
  const before = new Map<StepId, StepId[]>()
  const confirmsFor = new Map<StepId, StepOf<'confirm'>[]>()
  for (const step of graph.steps.values()) {
    if (step.kind === 'act') actsOf.set(step.tool, [...(actsOf.get(step.tool) ?? []), step])
    if (step.kind === 'confirm') confirmsFor.set(step.step, [...(confirmsFor.get(step.step) ?? []), step])
    for (const next of followers(step)) before.set(next, [...(before.get(next) ?? []), step.id])
  }
  return { gates: new Map(), reaching: new Map(), actsOf, before, confirmsFor }
})

export function followers(step: Step): readonly StepId[] {
  if (step.kind === 'decide') return step.edges.map(({ to }) => to)
  if (step.kind === 'confirm') return step.ifRefused === null ? [step.next] : [step.next, step.ifRefused]
  return 'next' in step ? [step.next] : []
}

/** The act steps of a tool in a procedure; of all where none is named. */
export function actSteps(graph: Graph, tool: string, procedure: string | null): readonly StepOf<'act'>[] {
  const all = waysOf(graph).actsOf.get(tool) ?? []
  return procedure === null ? all : all.filter((step) => step.procedure === procedure)
}

/** The decisions on the way to a step that can also lead away from it, in file order. */
export function gatesOf(graph: Graph, target: StepId): readonly WayGate[] {
  const ways = waysOf(graph)
  const found = ways.gates.get(target)
  if (found !== undefined) return found
  const reaching = stepsBefore(graph, target)
  const gates: WayGate[] = []
  for (const step of graph.steps.values()) {
    if (step.kind !== 'decide' || !reaching.has(step.id)) continue
    const leading = step.edges.filter(({ to }) => reaching.has(to))
    if (leading.length < step.edges.length) gates.push({ decision: step, leading })
  }
  ways.gates.set(target, gates)
  return gates
}

/** The steps from which a step may be reached, itself among them. */
export function stepsBefore(graph: Graph, target: StepId): ReadonlySet<StepId> {
  const { before, reaching } = waysOf(graph)
  const known = reaching.get(target)
  if (known !== undefined) return known
  const found = new Set([target])
  const open = [target]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const earlier of before.get(id) ?? []) {
      if (found.has(earlier)) continue
      found.add(earlier)
      open.push(earlier)
    }
  }
  reaching.set(target, found)
  return found
}

export type Block = { readonly gate: WayGate; readonly because: string }

/** The gates that are shut on these values: no edge that leads to the step holds. */
export function shutGates(graph: Graph, target: StepId, read: ReadVar): readonly Block[] {
  return gatesOf(graph, target).flatMap((gate) => {
    if (gate.leading.some(({ when }) => compileGuard(when)(read))) return []
    const because = gate.leading.map(({ when }) => explainFalse(when, read)).join('; ')
    return [{ gate, because }]
  })
}

/** The sentences a topic stands for: those its tell steps cite. */
export const clausesAbout = (graph: Graph, topic: string): readonly ClauseId[] =>
  citesByTopic(graph).get(topic) ?? []

const citesByTopic = memo((graph: Graph): ReadonlyMap<string, readonly ClauseId[]> => {
  const cites = new Map<string, readonly ClauseId[]>()
  for (const step of graph.steps.values()) {
    if (step.kind === 'tell' && step.about !== null) {
      cites.set(step.about, [...new Set([...(cites.get(step.about) ?? []), ...step.cites])])
    }
  }
  return cites
})

/** The steps that tell a topic, in file order. */
export const tellsOf = (graph: Graph, topic: string): readonly Step[] => tellsByTopic(graph).get(topic) ?? []

const tellsByTopic = memo((graph: Graph): ReadonlyMap<string, readonly Step[]> => {
  const found = new Map<string, Step[]>()
  for (const step of graph.steps.values())
    if (step.kind === 'tell' && step.about !== null)
      found.set(step.about, [...(found.get(step.about) ?? []), step])
  return found
})

/** The confirms that ask for a tool's act, in a procedure. */
export function confirmsOf(
  graph: Graph,
  tool: string,
  procedure: string | null,
): readonly StepOf<'confirm'>[] {
  const { confirmsFor } = waysOf(graph)
  return actSteps(graph, tool, procedure).flatMap(({ id }) => confirmsFor.get(id) ?? [])
}

export function clausesOf(graph: Graph, steps: readonly StepId[]): readonly ClauseId[] {
  const clauses = new Set<ClauseId>()
  for (const id of steps) for (const clause of graph.steps.get(id)?.cites ?? []) clauses.add(clause)
  return [...clauses]
}

/** The SOP's own words. */
export const sentenceOf = (graph: Graph, clause: ClauseId | undefined): string =>
  (clause === undefined ? undefined : graph.sop.clauses.get(clause)?.text) ?? ''

/** The fields a decision reads: directly, through a derived variable, or as the key of a record. */
export const fieldsOf = (graph: Graph, decision: StepOf<'decide'>): ReadonlySet<string> =>
  fieldsRead(graph)(decision)

const fieldsRead = memo((graph: Graph) =>
  memo((decision: StepOf<'decide'>): ReadonlySet<string> => {
    const fields = new Set<string>()
    for (const edge of decision.edges)
      for (const { name } of atomsOf(edge.when)) addFields(graph, name, fields)
    return fields
  }),
)

/** A field by its name, and by the name of its variable. */
export type ReadField = { readonly field: string; readonly variable: VarName }

/** The fields a variable rests on. */
export const fieldsOfVariable = (graph: Graph, name: VarName): readonly ReadField[] => ofVariable(graph)(name)

const ofVariable = memo((graph: Graph) =>
  memoText((name): readonly ReadField[] => {
    const fields = new Set<string>()
    addFields(graph, name, fields)
    return [...fields].map((field) => ({ field, variable: `fields.${field}` }))
  }),
)

function addFields(graph: Graph, name: VarName, fields: Set<string>): void {
  const [kind, owner = ''] = name.split('.')
  if (kind === 'fields') fields.add(owner)
  const record = kind === 'records' ? graph.records.get(owner) : undefined
  if (record !== undefined) addFields(graph, record.by, fields)
  const derived = kind === 'derived' ? graph.derived.get(owner) : undefined
  if (derived === undefined) return
  addFields(graph, derived.of, fields)
  if (derived.kind === 'minus') addFields(graph, derived.minus, fields)
  if (derived.kind === 'same') addFields(graph, derived.as, fields)
}
