import type { Card } from '../cards/card.ts'
import type { WrittenValues } from '../graph/coverage/coverage-written.ts'
import type { Graph, Step } from '../graph/model/graph.ts'
import { noTo, yesTo } from '../graph/paths/paths.ts'
import { interruptOf, type Planned } from './plan-cases-tactics.ts'

/**
 * When a planned customer interrupts: with its first answer in the stretch that the situation is made for. Undefined: in the
 * first stretch, where they interrupt anyway; where nothing more is asked, for an agent may close with what it tells; or where
 * something has been written by then, for an interrupt that ends the conversation would make another outcome true.
 */
export function momentOf(planned: Planned, { wayOf }: Pick<WrittenValues, 'wayOf'>): Card['interrupts_with'] {
  const { graph, situation } = planned
  const { path, interrupt } = situation
  if (interrupt === null || interruptOf(planned) === undefined || interrupt.after === path.procedure)
    return undefined
  const steps = path.steps.flatMap((id) => graph.steps.get(id) ?? [])
  const from = steps.findIndex((step) => takes(step, path.ways, (way) => wayOf(way) === interrupt.after))
  if (from < 0) return undefined
  const resumes = interrupt.detour.ending === 'resume'
  const isWritten = (list: readonly Step[]): boolean => list.some((step) => step.kind === 'act')
  const stretch = stretchFrom(steps.slice(from + 1))
  const asks = stretch.findIndex((step) => step.kind === 'learn' || step.kind === 'confirm')
  const before = [...steps.slice(0, from + 1), ...(asks < 0 ? stretch : stretch.slice(0, asks))]
  if (!resumes && isWritten(before)) return undefined
  const asked = stretch[asks]
  if (asked?.kind === 'learn') {
    const earlier = before.filter((step) => step.kind === 'learn' && step.field === asked.field)
    // Asked a second time only where its first answer did not do.
    if (earlier.length > 0 && asked.round < 2) return undefined
    return { field: asked.field, times: earlier.length + 1 }
  }
  return asked?.kind === 'confirm' ? proposalOf(graph, asked) : undefined
}

/** Up to the next decision. */
function stretchFrom(steps: readonly Step[]): readonly Step[] {
  const end = steps.findIndex(({ kind }) => kind === 'decide')
  return end < 0 ? steps : steps.slice(0, end)
}

/** Does the path leave this step by the way after which the stretch begins? Copies and inlined steps are one. */
const takes = (step: Step, ways: readonly string[], isWay: (way: string) => boolean): boolean =>
  (step.kind === 'decide'
    ? step.edges.map(({ id }) => id)
    : step.kind === 'confirm'
      ? [yesTo(step.id), noTo(step.id)]
      : []
  ).some((way) => ways.includes(way) && isWay(way))

function proposalOf(graph: Graph, step: Extract<Step, { kind: 'confirm' }>): Card['interrupts_with'] {
  const act = graph.steps.get(step.step)
  return act?.kind === 'act' ? { proposal: act.tool } : undefined
}
