import type { Guard } from '../src/base/guards/guard.ts'
import type { Edge, Graph, Step, StepOf } from '../src/graph/model/graph.ts'

/** A graph with one planted mistake, and the step it stands in. */
export type WrongGraph = { readonly said: string; readonly step: Step; readonly graph: Graph }

/** Each constant that a decision compares a number with, one more and one less, everywhere in that decision. */
export function movedBoundaries(graph: Graph): readonly WrongGraph[] {
  return decisions(graph).flatMap((step) =>
    [...new Set(step.edges.flatMap(({ when }) => boundaries(when)))].flatMap((boundary) =>
      [-1, 1].map((by) =>
        changed(graph, `${boundary} moved by ${by}`, {
          ...step,
          edges: step.edges.map((edge) => ({ ...edge, when: moved(edge.when, boundary, by) })),
        }),
      ),
    ),
  )
}

/** Each pair of ways out of a decision, the one leading where the other led. */
export function exchangedWays(graph: Graph): readonly WrongGraph[] {
  return decisions(graph).flatMap((step) =>
    step.edges.flatMap((one, index) =>
      step.edges.slice(index + 1).map((other) => {
        const exchange = (edge: Edge): Edge =>
          edge === one ? { ...edge, to: other.to } : edge === other ? { ...edge, to: one.to } : edge
        return changed(graph, `${one.to} and ${other.to} exchanged`, {
          ...step,
          edges: step.edges.map(exchange),
        })
      }),
    ),
  )
}

/** Each proposal that goes ahead whatever the customer answers. */
export function deafProposals(graph: Graph): readonly WrongGraph[] {
  return [...graph.steps.values()]
    .filter((step) => step.kind === 'confirm')
    .map((step) => changed(graph, 'a no taken for a yes', { ...step, ifRefused: step.next }))
}

/** Each write, handover and thing told, replaced by another. */
export function otherDeeds(graph: Graph): readonly WrongGraph[] {
  return [...graph.steps.values()].flatMap((step) => {
    if (step.kind === 'act') return [changed(graph, 'another tool', { ...step, tool: 'another' })]
    if (step.kind === 'handover') return [changed(graph, 'another reason', { ...step, reason: 'another' })]
    return step.kind === 'tell' ? [changed(graph, 'another topic', { ...step, about: 'another' })] : []
  })
}

/**
 * Decisions the desk makes on what is known in the end: where the agent may choose, exchanging changes nothing, and
 * what was answered in an earlier round of a loop stands in no table.
 */
const decisions = (graph: Graph): readonly StepOf<'decide'>[] =>
  [...graph.steps.values()].filter(
    (step): step is StepOf<'decide'> => step.kind === 'decide' && step.choice === 'graph' && step.round === 1,
  )

const changed = (graph: Graph, said: string, step: Step): WrongGraph => ({
  said: `${step.id}: ${said}`,
  step,
  graph: { ...graph, steps: new Map(graph.steps).set(step.id, step) },
})

const boundaryOf = (guard: Guard): string | null =>
  guard.op === 'compare' && typeof guard.value === 'number' ? `${guard.name} ${guard.value}` : null

function boundaries(guard: Guard): readonly string[] {
  if (guard.op === 'and' || guard.op === 'or') return guard.of.flatMap(boundaries)
  if (guard.op === 'not') return boundaries(guard.of)
  const boundary = boundaryOf(guard)
  return boundary === null ? [] : [boundary]
}

function moved(guard: Guard, boundary: string, by: number): Guard {
  if (guard.op === 'and' || guard.op === 'or')
    return { ...guard, of: guard.of.map((part) => moved(part, boundary, by)) }
  if (guard.op === 'not') return { ...guard, of: moved(guard.of, boundary, by) }
  return guard.op === 'compare' && boundaryOf(guard) === boundary
    ? { ...guard, value: Number(guard.value) + by }
    : guard
}
