import type { VarName } from '../../base/guards/guard.ts'
import { atomsOf } from '../../base/guards/guard-explain.ts'
import { type Scalar, Special, type Value } from '../../base/values/value.ts'
import { derivedOf } from '../domains/domains.ts'
import { admits, fromGrid, toGrid } from '../domains/value-sets.ts'
import type { Graph, StepOf } from '../model/graph.ts'
import { daysToReach } from '../model/time-unit.ts'
import { baseOf, countOn, type Space } from '../paths/paths-space.ts'

/** One value at which a decision's answer may turn: the constant, or its neighbour on either side. */
export type BoundaryPoint = {
  readonly id: string
  /** the decision as written */
  readonly step: string
  readonly name: VarName
  readonly value: Scalar
  readonly constant: Scalar
}

/** The values before, at and after every number or date a decision compares with: 100 days give 99, 100 and 101. */
export function boundaryPoints(space: Space): readonly BoundaryPoint[] {
  const points = new Map<string, BoundaryPoint>()
  for (const step of writtenDecisions(space.graph)) {
    for (const { name, constant } of comparisons(step)) {
      for (const value of around(space, name, constant)) {
        const id = `${step.source}: ${name} = ${value}`
        if (!points.has(id)) points.set(id, { id, step: step.source, name, value, constant })
      }
    }
  }
  return [...points.values()]
}

function writtenDecisions(graph: Graph): readonly StepOf<'decide'>[] {
  const bySource = new Map<string, StepOf<'decide'>>()
  for (const step of graph.steps.values())
    if (step.kind === 'decide' && !bySource.has(step.source)) bySource.set(step.source, step)
  return [...bySource.values()]
}

function comparisons(step: StepOf<'decide'>): readonly { name: VarName; constant: Scalar }[] {
  const atoms = step.edges.flatMap((edge) => (edge.otherwise ? [] : atomsOf(edge.when)))
  return atoms.flatMap((atom) => {
    const values: readonly Value[] = atom.op === 'in' ? atom.values : [atom.value]
    return values.flatMap((value) => (value instanceof Special ? [] : [{ name: atom.name, constant: value }]))
  })
}

function around(space: Space, name: VarName, constant: Scalar): readonly Scalar[] {
  const spec = derivedOf(space.graph, name)
  if (spec?.kind === 'since' || spec?.kind === 'until') {
    if (typeof constant !== 'number') return []
    const [at, after] = [constant, constant + 1].map((count) => daysToReach(spec, count, space.today))
    const days = at === undefined || after === undefined ? [] : [at - 1, at, ...(after === at ? [] : [after])]
    return days
      .map((count) => (spec.kind === 'since' ? space.today - count : space.today + count))
      .filter((day) => admits(space.shapeOf(spec.of), space.wholeOf(spec.of), fromGrid({ as: 'date' }, day)))
      .map((day) => countOn(space, spec, day))
  }
  const shape = space.shapeOf(name)
  const point = shape.as === 'word' ? undefined : toGrid(shape, constant)
  if (point === undefined) return []
  return [point - 1, point, point + 1]
    .map((one) => fromGrid(shape, one))
    .filter((value) => admits(shape, space.wholeOf(baseOf(space.graph, name)), value))
}
