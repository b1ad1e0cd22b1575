import type { ReadVar, VarName } from '../../../src/base/guards/guard.ts'
import { evaluate } from '../../../src/base/guards/guard-evaluate.ts'
import { variablesOf } from '../../../src/base/guards/guard-explain.ts'
import type { StepId } from '../../../src/base/values/ids.ts'
import type { Value } from '../../../src/base/values/value.ts'
import type { Case, Pack } from '../../../src/cases/case.ts'
import { readRequest } from '../../../src/cases/plan-cases-reader.ts'
import { interruptsSetOff } from '../../../src/cases/plan-cases-tactics.ts'
import { closedRead, trueEnds } from '../../../src/cases/true-outcomes.ts'
import type { Exercised } from '../../../src/graph/coverage/coverage.ts'
import { interruptId } from '../../../src/graph/coverage/coverage-universe.ts'
import { guardsOf } from '../../../src/graph/domains/domains.ts'
import type { Graph } from '../../../src/graph/model/graph.ts'
import { noTo, yesTo } from '../../../src/graph/paths/paths.ts'

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
