import type { GraphFile, StepFile } from '../file/graph-file.ts'
import { citesIn } from '../file/read-scopes.ts'
import { type EdgeFile, scopesOf, type WrittenScope } from './scopes.ts'

/**
 * The parts of a graph that rest on sentences: steps, edges, forbids, interrupts (L1). An edge without clauses of its own
 * rests on those of its decide.
 */
export type GraphItem = {
  /** `damaged/window`, `damaged/window>1`, `never/no-reroute`, `whenever/insults` */
  readonly id: string
  readonly cites: readonly string[]
  readonly assumed: string | null
}

export const itemsOf = (file: GraphFile): readonly GraphItem[] => [
  ...scopesOf(file).flatMap((scope) =>
    Object.entries(scope.steps).flatMap(([name, step]) => itemsOfStep(scope, name, step)),
  ),
  ...(file.forbid ?? []).map((raw) => item(`never/${raw.id}`, raw)),
  ...(file.interrupts ?? []).map((raw) => item(`whenever/${raw.id}`, raw)),
]

function itemsOfStep(scope: WrittenScope, name: string, step: StepFile): readonly GraphItem[] {
  const id = `${scope.id}/${name}`
  if ('run' in step || ('end' in step && step.cites === undefined)) return []
  if (!('decide' in step)) return [item(id, step)]
  return [
    item(id, step),
    ...step.decide.flatMap((edge, index) =>
      hasSource(edge) ? [item(edgeItemId(scope, name, index), edge)] : [],
    ),
  ]
}

export const edgeItemId = (scope: WrittenScope, name: string, index: number): string =>
  `${scope.id}/${name}>${index + 1}`

export const hasSource = (edge: EdgeFile): boolean => edge.cites !== undefined || edge.assumed !== undefined

type Source = {
  readonly cites?: string | readonly string[] | undefined
  readonly assumed?: string | undefined
}
const item = (id: string, raw: Source): GraphItem => ({
  id,
  cites: citesIn(raw.cites),
  assumed: raw.assumed ?? null,
})
