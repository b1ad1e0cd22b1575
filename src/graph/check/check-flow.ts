import type { VarName } from '../../base/guards/guard.ts'
import { variablesOf } from '../../base/guards/guard-explain.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Domains } from '../domains/domains.ts'
import { hasData, isWithin, union, type ValueSet, withoutSpecials } from '../domains/value-sets.ts'
import type { Graph, Step } from '../model/graph.ts'
import { nextOf, waysOn } from '../model/next-of.ts'
import { type Assignment, closureOf, type Possible, visitAssignments } from './check-assignments.ts'

/**
 * What is known wherever a way leads, over all ways: which fields and records are settled on every one of them (V4), and
 * which values variables may still have, given the guards passed. One pass over the steps, parents first.
 */
export type FlowState = {
  readonly settled: SettledSet
  readonly possible: Possible
}

/** Fields and records as bits: sets of names would take a quadratic amount of memory in a long procedure. */
export type SettledSet = bigint

/** The newest restrictions kept on a way. Dropping an older one loses precision, never soundness. */
const RESTRICTIONS_MAX = 200

export type Flow = {
  /** undefined: no possible way leads to the step */
  readonly before: (step: StepId) => FlowState | undefined
  /** steps from which a possible way leads straight to this one */
  readonly waysInto: (step: StepId) => readonly { readonly from: StepId; readonly after: FlowState }[]
  /** assignments of a decide for which no edge holds, or two (C2); one example each */
  readonly faultsOf: (step: StepId) => readonly DecideFault[]
  /** decides whose assignments are too many to visit */
  readonly tooLarge: ReadonlySet<StepId>
  /** edges no possible assignment takes, by id */
  readonly never: ReadonlySet<string>
  /** V4: is the variable settled on every way that leads to such a state? */
  readonly isSettled: (name: VarName, settled: SettledSet) => boolean
}

export type DecideFault = { readonly assignment: Assignment; readonly holding: readonly number[] }

export function flowOf(graph: Graph, domains: Domains): Flow {
  const into = new Map<StepId, { from: StepId; after: FlowState }[]>()
  const states = new Map<StepId, FlowState>()
  const tooLarge = new Set<StepId>()
  const never = new Set<string>()
  const faults = new Map<StepId, readonly DecideFault[]>()
  const knowledge = knowledgeOf(graph, domains)
  for (const root of rootsOf(graph)) {
    const order = inWalkOrder(graph, root.start)
    const lastRead = lastReads(order, graph, domains)
    for (const [position, id] of order.entries()) {
      const step = graph.steps.get(id)
      if (step === undefined) continue
      const isRead = (name: VarName): boolean => (lastRead.get(name) ?? -1) > position
      const arriving = into.get(id)?.map((way) => way.after) ?? []
      const before = id === root.start ? knowledge.atStart(root.procedure) : joined(arriving)
      if (before === null) continue
      states.set(id, before)
      for (const out of leave(step, before, {
        ...knowledge,
        isRead,
        report: (found) => faults.set(id, found),
      })) {
        if (out === 'too-large') tooLarge.add(id)
        else if (out.after === null) never.add(out.edge)
        else {
          const list = into.get(out.to)
          if (list === undefined) into.set(out.to, [{ from: id, after: out.after }])
          else list.push({ from: id, after: out.after })
        }
      }
    }
  }
  return {
    before: (step) => states.get(step),
    waysInto: (step) => into.get(step) ?? [],
    faultsOf: (step) => faults.get(step) ?? [],
    tooLarge,
    never,
    isSettled: (name, settled) => knowledge.isSettled(name, settled),
  }
}

/** The position of the last decide that reads a variable, or something that hangs on it: later, nobody asks. */
function lastReads(order: readonly StepId[], graph: Graph, domains: Domains): ReadonlyMap<VarName, number> {
  const last = new Map<VarName, number>()
  for (const [position, id] of order.entries()) {
    const step = graph.steps.get(id)
    if (step?.kind !== 'decide') continue
    for (const name of closureOf(
      step.edges.flatMap((edge) => variablesOf(edge.when)),
      domains,
    ))
      last.set(name, position)
  }
  return last
}

type Root = { readonly start: StepId; readonly procedure: string | null }

const rootsOf = (graph: Graph): readonly Root[] => [
  ...graph.procedures.map((it) => ({ start: it.start, procedure: it.id })),
  ...graph.interrupts.map((it) => ({ start: it.start, procedure: null })),
]

/** Steps in reach, every step after all that lead to it. Without recursion: ways may be thousands of steps long. */
export function inWalkOrder(graph: Graph, start: StepId): readonly StepId[] {
  const done: StepId[] = []
  const seen = new Set([start])
  const way: { readonly id: StepId; readonly next: readonly StepId[]; at: number }[] = []
  const push = (id: StepId): void => {
    way.push({ id, next: waysOn(graph, id), at: 0 })
  }
  push(start)
  for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
    const target = top.next[top.at]
    top.at += 1
    if (target === undefined) {
      done.push(top.id)
      way.pop()
    } else if (!seen.has(target)) {
      seen.add(target)
      push(target)
    }
  }
  return done.reverse()
}

function joined(states: readonly FlowState[]): FlowState | null {
  const [first, ...others] = states
  if (first === undefined) return null
  if (others.length === 0) return first
  const settled = others.reduce((all, other) => all & other.settled, first.settled)
  const possible = new Map<VarName, ValueSet>()
  for (const [name, set] of first.possible) {
    const also = others.flatMap((other) => other.possible.get(name) ?? [])
    if (also.length === others.length) possible.set(name, also.reduce(union, set))
  }
  return { settled, possible }
}

/** The parts of the graph that change what is known. */
type Knowledge = {
  readonly domains: Domains
  readonly atStart: (procedure: string | null) => FlowState
  /** records bound by this variable */
  readonly boundBy: (name: VarName) => readonly string[]
  /** the bit of a field or record in a SettledSet */
  readonly bitOf: (name: VarName) => SettledSet
  readonly isSettled: (name: VarName, settled: SettledSet) => boolean
}
type Leaving = Knowledge & {
  /** does a later decide ask for it? */
  readonly isRead: (name: VarName) => boolean
  readonly report: (found: readonly DecideFault[]) => void
}

function knowledgeOf(graph: Graph, domains: Domains): Knowledge {
  const bound = new Map<VarName, string[]>()
  for (const record of graph.records.values())
    bound.set(record.by, [...(bound.get(record.by) ?? []), record.name])
  const bits = new Map<VarName, SettledSet>()
  const bitOf = (name: VarName): SettledSet => bits.get(name) ?? 0n
  const settleable = [
    ...[...graph.fields.keys()].map((it) => `fields.${it}`),
    ...[...graph.records.keys()].map((it) => `records.${it}`),
  ]
  settleable.forEach((name, index) => {
    bits.set(name, 1n << BigInt(index))
  })
  const settled = bitOf('fields.intent')
  const anyIntent = withoutSpecials(domains.of('fields.intent').all)
  const starts = new Map<string, FlowState>()
  for (const procedure of graph.procedures) {
    const edge = { when: procedure.for, otherwise: false }
    const intents: ValueSet[] = []
    visitAssignments({ edges: [edge], possible: new Map(), domains }, (assignment, holding) => {
      const intent = assignment.find((it) => it.domain.name === 'fields.intent')
      if (holding.length > 0 && intent !== undefined) intents.push(intent.set)
    })
    // A request is opened with its intent: never refused, never unavailable.
    const possible = intents.length === 0 ? anyIntent : withoutSpecials(intents.reduce(union))
    starts.set(procedure.id, { settled, possible: new Map([['fields.intent', possible]]) })
  }
  return {
    domains,
    atStart: (procedure) =>
      starts.get(procedure ?? '') ?? { settled, possible: new Map([['fields.intent', anyIntent]]) },
    boundBy: (name) => bound.get(name) ?? [],
    bitOf,
    isSettled: (name, known) => isSettled(name, known, { bitOf, domains }),
  }
}

type Out = 'too-large' | { readonly to: StepId; readonly edge: string; readonly after: FlowState | null }

function leave(step: Step, before: FlowState, knowledge: Leaving): readonly Out[] {
  switch (step.kind) {
    case 'decide':
      return throughDecide(step, before, knowledge)
    case 'learn':
    case 'check': {
      const name = step.kind === 'learn' ? `fields.${step.field}` : `records.${step.record}`
      const known = step.round > 1 ? forget(before, name, knowledge) : before
      return [onwards(step.next, settle(name, known, knowledge))]
    }
    case 'act':
      // The write may have changed any row, and a decision made after it reads the row as it then is (V3).
      return [onwards(step.next, forgetRows(before))]
    default:
      return nextOf(step).map((to) => onwards(to, before))
  }
}

const onwards = (to: StepId, after: FlowState): Out => ({ to, edge: '', after })

function settle(name: VarName, state: FlowState, knowledge: Knowledge): FlowState {
  const settled = state.settled | knowledge.bitOf(name)
  return settled === state.settled ? state : withoutKey({ ...state, settled }, knowledge)
}

/** A later round asks or looks up anew: what the first round excluded may now be so. */
function forget(state: FlowState, name: VarName, knowledge: Knowledge): FlowState {
  const kept = [...state.possible].filter(
    ([other]) => other !== name && !knowledge.domains.of(other).ancestors.has(name),
  )
  return { ...state, possible: new Map(kept) }
}

function forgetRows(state: FlowState): FlowState {
  const kept = [...state.possible].filter(([name]) => name.startsWith('fields.') || name.startsWith('done.'))
  return kept.length === state.possible.size ? state : { ...state, possible: new Map(kept) }
}

function throughDecide(
  step: Extract<Step, { kind: 'decide' }>,
  before: FlowState,
  knowledge: Leaving,
): readonly Out[] {
  const passed = step.edges.map(() => new Map<VarName, Set<ValueSet>>())
  const wasTaken = step.edges.map(() => false)
  const { edges } = step
  const faults = new Map<string, DecideFault>()
  const complete = visitAssignments(
    { edges, possible: before.possible, domains: knowledge.domains },
    (assignment, holding) => {
      if (holding.length === 0 || (holding.length > 1 && step.choice === 'graph')) {
        const kind = holding.slice(0, 2).join()
        if (!faults.has(kind)) faults.set(kind, { assignment, holding })
      }
      for (const index of holding) {
        wasTaken[index] = true
        const sets = passed[index]
        if (sets === undefined) continue
        for (const { domain, set } of assignment)
          sets.set(domain.name, (sets.get(domain.name) ?? new Set()).add(set))
      }
    },
  )
  if (faults.size > 0) knowledge.report([...faults.values()])
  if (!complete) return ['too-large', ...step.edges.map((edge) => onwards(edge.to, before))]
  return step.edges.map((edge, index) => {
    if (wasTaken[index] !== true) return { to: edge.to, edge: edge.id, after: null }
    const merged = new Map(before.possible)
    for (const [name, sets] of passed[index] ?? []) merged.set(name, [...sets].reduce(union))
    // `done.*` may turn true at any time: what was read once says nothing later.
    const kept = [...merged].filter(
      ([name, set]) =>
        knowledge.isRead(name) && !name.startsWith('done.') && !isWithin(knowledge.domains.of(name).all, set),
    )
    const possible = new Map(kept.slice(-RESTRICTIONS_MAX))
    return { to: edge.to, edge: edge.id, after: withoutKey({ ...before, possible }, knowledge) }
  })
}

/** V4: a record whose settled key is no data is absent, and settled without any look-up. */
function withoutKey(state: FlowState, knowledge: Knowledge): FlowState {
  let { settled } = state
  for (const [name, set] of state.possible) {
    const records = knowledge.boundBy(name)
    if (records.length === 0 || hasData(set)) continue
    if (!knowledge.isSettled(name, settled)) continue
    for (const record of records) settled |= knowledge.bitOf(`records.${record}`)
  }
  return settled === state.settled ? state : { ...state, settled }
}

/** V4, for any variable: fields and records by what was passed, all else by what it hangs on. */
function isSettled(name: VarName, settled: SettledSet, known: Pick<Knowledge, 'bitOf' | 'domains'>): boolean {
  if (name.startsWith('done.')) return true
  const bit = known.bitOf(name)
  if (bit !== 0n && (settled & bit) === 0n) return false
  return known.domains.of(name).parents.every((parent) => isSettled(parent, settled, known))
}
