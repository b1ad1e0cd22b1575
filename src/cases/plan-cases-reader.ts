import type { ReadVar, VarName } from '../base/guards/guard.ts'
import { evaluate } from '../base/guards/guard-evaluate.ts'
import { variablesOf } from '../base/guards/guard-explain.ts'
import type { StepId } from '../base/values/ids.ts'
import { type Scalar, UNKNOWN, type Value } from '../base/values/value.ts'
import type { CardRequest } from '../cards/card.ts'
import type { Exercised } from '../graph/coverage/coverage.ts'
import { interruptId } from '../graph/coverage/coverage-universe.ts'
import { variableReader } from '../graph/file/read-variable.ts'
import type { Graph } from '../graph/model/graph.ts'
import { noTo, yesTo } from '../graph/paths/paths.ts'
import { guardsOf } from '../graph/paths/paths-space.ts'
import { openWorld, rowOf } from '../world/state.ts'
import { servingOf } from './card-reader.ts'
import type { Case, Pack } from './case.ts'
import { claimInRound, type Rounds } from './claim-in-round.ts'
import { interruptsSetOff } from './plan-cases-tactics.ts'
import { closedRead, trueEnds } from './true-outcomes.ts'

type Desk = Pick<Pack, 'graph' | 'world'>

/** Every variable as it is once this customer has said all they say of one request. */
export function readRequest(
  { graph, world }: Desk,
  request: CardRequest,
  rest: {
    readonly sets: Case['sets']
    readonly requests: readonly CardRequest[]
    /** how often each field was asked for by then; absent: as often as the customer has answers */
    readonly rounds?: Rounds
  },
): ReadVar {
  const state = openWorld(world, rest.sets)
  const serving = servingOf(graph, rest.requests, request)
  const served = new Map<string, Scalar>(serving)
  return variableReader(graph, {
    today: world.today,
    field: (name) => {
      if (name === 'intent') return request.intent
      return claimInRound(request, name, rest.rounds ?? null) ?? served.get(name) ?? UNKNOWN
    },
    row: (table, column, value) => rowOf(world, state, table, column, value),
    keyOf: (table) => world.tables.get(table)?.key ?? '',
    done: () => false,
  })
}

/** What a case would exercise if the agent did everything right: one entry for each true path of each request. */
export function exercisedByCase(
  pack: Pick<Pack, 'graph' | 'world' | 'tactics'>,
  one: Case,
): readonly Exercised[] {
  const { graph } = pack
  const { requests } = one.card
  return requests.flatMap((request) => {
    const read = readRequest(pack, request, { sets: one.sets, requests })
    const tactic = pack.tactics.get(one.tactic ?? '')
    const interrupted = tactic === undefined ? [] : interruptsSetOff(graph, tactic, one.intensity)
    const ends = trueEnds(graph, {
      intent: request.intent,
      read: closedRead(read),
      readIn: (rounds) => closedRead(readRequest(pack, request, { sets: one.sets, requests, rounds })),
      agrees: (tool) => !request.says_no_to.includes(tool),
      interrupted,
    })
    const values = valuesRead(graph, read)
    const procedure = graph.procedures.find((each) =>
      evaluate(each.for, (name) => (name === 'fields.intent' ? request.intent : read(name))),
    )
    const fired = procedure === undefined ? [] : interrupted.map(({ id }) => interruptId(id, procedure.id))
    return ends.map((end) => ({
      id: one.id,
      steps: end.path,
      edges: edgesAlong(graph, end.path, read),
      values,
      interrupts: fired,
    }))
  })
}

function valuesRead(graph: Graph, read: ReadVar): ReadonlyMap<VarName, Value> {
  const names = new Set(guardsOf(graph).flatMap(variablesOf))
  return new Map([...names].filter((name) => !name.startsWith('done.')).map((name) => [name, read(name)]))
}

function edgesAlong(graph: Graph, path: readonly StepId[], read: ReadVar): readonly string[] {
  return path.flatMap((id, at) => {
    const step = graph.steps.get(id)
    if (step?.kind === 'confirm') return [path[at + 1] === step.next ? yesTo(id) : noTo(id)]
    if (step?.kind !== 'decide') return []
    const fitting = step.edges.filter((edge) => edge.to === path[at + 1])
    const taken = fitting.find((edge) => evaluate(edge.when, read)) ?? fitting[0]
    return taken === undefined ? [] : [taken.id]
  })
}
