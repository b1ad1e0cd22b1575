import type { StepId } from '../../base/values/ids.ts'
import type { Graph, Step, StepOf } from '../model/graph.ts'

/**
 * Which acts a tell tells of (S6): those that lead to it with nothing but other acts between, and, if it demands words or
 * values of its own, with tells between too. Whoever says truthfully that such an act is done has told it.
 */
export function toldDeeds(graph: Graph): ReadonlyMap<StepId, readonly StepOf<'act'>[]> {
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
