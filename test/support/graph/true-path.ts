import { assert } from '../../../src/base/assert.ts'
import { evaluate } from '../../../src/base/guards/guard-evaluate.ts'
import type { StepId } from '../../../src/base/values/ids.ts'
import type { Row, Scalar } from '../../../src/base/values/value.ts'
import { UNKNOWN, type Value } from '../../../src/base/values/value.ts'
import { variableReader } from '../../../src/graph/file/read-variable.ts'
import type { Edge, Graph, Step, StepOf } from '../../../src/graph/model/graph.ts'
import { noTo, yesTo } from '../../../src/graph/paths/paths.ts'

/** One situation in full: what the customer would say, the rows as they are, and every answer and choice. */
export type Assignment = {
  readonly intent: string
  readonly today: string
  /** a list: what is said in the first round of a loop, in the second, ...; the last for all rounds after */
  readonly fields: ReadonlyMap<string, Value | readonly Value[]>
  readonly keyOf: (table: string) => string
  readonly row: (table: string, column: string, value: Scalar) => Row | null
  readonly agrees: (confirm: StepOf<'confirm'>) => boolean
  readonly choose: (decide: StepOf<'decide'>, edges: readonly Edge[]) => Edge
}

export type TruePath = {
  readonly steps: readonly StepId[]
  /** edges of decisions, and `confirm>yes` or `confirm>no` */
  readonly edges: readonly string[]
  /** why it ends without an ending: no procedure, no edge that holds, or a no that withdraws the request */
  readonly deadEnd?: string
}

/**
 * The steps that an agent walks for one request if it does what is due and the customer says nothing unasked (P1).
 * Rows are as they were looked up: what the agent itself writes later decides nothing (V3).
 */
export function truePath(graph: Graph, assignment: Assignment): TruePath {
  const intentOnly = (name: string): Value => (name === 'fields.intent' ? assignment.intent : UNKNOWN)
  const procedure = graph.procedures.find((one) => evaluate(one.for, intentOnly))
  const trip: Trip = { graph, assignment, steps: [], edges: [], rounds: new Map(), refused: new Set() }
  if (procedure === undefined) return pathOf(trip, `no procedure is for ${assignment.intent}`)
  let next: Onward = { to: procedure.start }
  while ('to' in next) {
    const step = graph.steps.get(next.to)
    assert(step !== undefined, `the graph was loaded with a way to a missing step ${next.to}`)
    trip.steps.push(step.id)
    next = onwardFrom(trip, step)
  }
  return pathOf(trip, next.deadEnd)
}

type Trip = {
  readonly graph: Graph
  readonly assignment: Assignment
  readonly steps: StepId[]
  readonly edges: string[]
  /** how many later rounds of a loop have asked for a field */
  readonly rounds: Map<string, number>
  readonly refused: Set<StepId>
}
type Onward = { readonly to: StepId } | { readonly deadEnd: string | null }

const pathOf = ({ steps, edges }: Trip, deadEnd: string | null): TruePath =>
  deadEnd === null ? { steps, edges } : { steps, edges, deadEnd }

function onwardFrom(trip: Trip, step: Step): Onward {
  switch (step.kind) {
    case 'learn':
      if (step.round > 1) trip.rounds.set(step.field, (trip.rounds.get(step.field) ?? 0) + 1)
      return { to: step.next }
    case 'decide':
      return decideFrom(trip, step)
    case 'confirm': {
      const agreed = trip.assignment.agrees(step)
      trip.edges.push(agreed ? yesTo(step.id) : noTo(step.id))
      if (agreed) return { to: step.next }
      trip.refused.add(step.id)
      return step.ifRefused === null
        ? { deadEnd: `a no to ${step.id} withdraws the request` }
        : { to: step.ifRefused }
    }
    case 'handover':
    case 'end':
    case 'resume':
      return { deadEnd: null }
    default:
      return { to: step.next }
  }
}

function decideFrom(trip: Trip, step: StepOf<'decide'>): Onward {
  const read = variableReader(trip.graph, {
    today: trip.assignment.today,
    keyOf: trip.assignment.keyOf,
    row: trip.assignment.row,
    field: (name) => fieldNow(trip, name),
    done: (name) => trip.steps.some((id) => isWritten(id, name) && !trip.refused.has(id)),
  })
  const held = step.edges.filter((edge) => evaluate(edge.when, read))
  const first = held[0]
  if (first === undefined) return { deadEnd: `no edge of ${step.id} holds` }
  const edge = step.choice === 'agent' && held.length > 1 ? trip.assignment.choose(step, held) : first
  trip.edges.push(edge.id)
  return { to: edge.to }
}

function fieldNow({ assignment, rounds }: Trip, name: string): Value {
  if (name === 'intent') return assignment.intent
  const said = assignment.fields.get(name)
  if (!isList(said)) return said ?? UNKNOWN
  return said[Math.min(rounds.get(name) ?? 0, said.length - 1)] ?? UNKNOWN
}

const isList = (said: Value | readonly Value[] | undefined): said is readonly Value[] => Array.isArray(said)

/** `procedure/step~2` is written `step` */
const isWritten = (id: StepId, name: string): boolean =>
  id.slice(id.indexOf('/') + 1).replace(/~\d+/g, '') === name
