import type { ClauseId, StepId } from '../../base/values/ids.ts'
import type { Graph, Step } from '../model/graph.ts'
import { noTo, yesTo } from '../paths/paths.ts'

/** A way on as the author wrote it: an edge of a decision, or the yes or no to a proposal. */
type WrittenWay = {
  readonly id: string
  /** the written step it leaves */
  readonly step: string
  readonly to: StepId | null
  /** the guard, or the answer */
  readonly text: string
  readonly cites: readonly ClauseId[]
}
type WrittenStep = { readonly id: string; readonly step: Step; readonly cites: readonly ClauseId[] }

/** The graph as written: loop copies and inlined steps are one (P2). */
export type WrittenValues = {
  readonly steps: ReadonlyMap<string, WrittenStep>
  readonly ways: ReadonlyMap<string, WrittenWay>
  /** written id of an edge or answer of the unrolled graph; itself where it is not of this graph */
  readonly wayOf: (way: string) => string
  readonly stepOf: (step: StepId) => string
}

export function writtenGraph(graph: Graph): WrittenValues {
  const steps = new Map<string, WrittenStep>()
  const ways = new Map<string, WrittenWay>()
  const names = new Map<string, string>()
  const places = new Map<string, string>()
  for (const step of graph.steps.values()) {
    if (!steps.has(step.source)) steps.set(step.source, { id: step.source, step, cites: step.cites })
    waysFrom(step).forEach((way, index) => {
      const place = `${step.source}#${index}`
      const id = places.get(place) ?? freshId(ways, `${step.source}>${way.name ?? sourceOf(graph, way.to)}`)
      places.set(place, id)
      names.set(way.id, id)
      if (!ways.has(id))
        ways.set(id, { id, step: step.source, to: way.to, text: way.text, cites: step.cites })
    })
  }
  return {
    steps,
    ways,
    wayOf: (way) => names.get(way) ?? way,
    stepOf: (step) => graph.steps.get(step)?.source ?? step,
  }
}

const sourceOf = (graph: Graph, id: StepId | null): string =>
  (id === null ? undefined : graph.steps.get(id)?.source) ?? id ?? 'withdrawn'

function freshId(taken: ReadonlyMap<string, unknown>, wish: string): string {
  if (!taken.has(wish)) return wish
  for (let n = 2; ; n += 1) if (!taken.has(`${wish} ${n}`)) return `${wish} ${n}`
}

type Way = { readonly id: string; readonly to: StepId | null; readonly text: string; readonly name?: string }

function waysFrom(step: Step): readonly Way[] {
  if (step.kind === 'decide')
    return step.edges.map((edge) => ({
      id: edge.id,
      to: edge.to,
      text: edge.otherwise ? 'otherwise' : edge.when.text,
    }))
  if (step.kind !== 'confirm') return []
  return [
    { id: yesTo(step.id), to: step.next, text: 'the customer agrees', name: 'yes' },
    { id: noTo(step.id), to: step.ifRefused, text: 'the customer says no', name: 'no' },
  ]
}
