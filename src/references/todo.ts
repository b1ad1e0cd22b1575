import { memo } from '../base/memo.ts'
import type { Graph, Step, StepOf } from '../graph/model/graph.ts'

/** A step that is due, and the request it is due in. */
export type Todo = { readonly request: string; readonly step: Step }

/** tool -> the steps that call it, in the graph's order */
export const actsOf = memo((graph: Graph): ReadonlyMap<string, readonly StepOf<'act'>[]> => {
  const made = new Map<string, StepOf<'act'>[]>()
  for (const step of graph.steps.values())
    if (step.kind === 'act') made.set(step.tool, [...(made.get(step.tool) ?? []), step])
  return made
})

/** Where the SOP leaves the choice to the agent, several such steps of a request are due; two proposals at once would get one answer. */
export function onePerChoice(due: readonly Todo[], way: number): readonly Todo[] {
  const blocking = due.filter(blocks)
  if (blocking.length < 2) return due
  const chosen = (request: string) => {
    const ways = blocking.filter((each) => each.request === request)
    return ways[Math.floor(way * ways.length)]
  }
  return due.filter((each) => !blocks(each) || each === chosen(each.request))
}

const blocks = ({ step }: Todo): boolean =>
  step.kind === 'confirm' || step.kind === 'act' || step.kind === 'handover'

/** Two requests that need the same thing are served by one question or call. */
export function onceEach<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length < 2) return items
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = JSON.stringify(item)
    return !seen.has(key) && seen.add(key)
  })
}

export const toolOf = (step: Step, handoverTool: string | undefined): string | undefined =>
  step.kind === 'act' || step.kind === 'check'
    ? step.tool
    : step.kind === 'handover'
      ? handoverTool
      : undefined
