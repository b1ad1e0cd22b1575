import { type Problem, problem } from '../../base/files/problem.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Graph, Step, StepOf } from '../model/graph.ts'
import { reachable, waysOn } from '../model/next-of.ts'

/**
 * C11 to C13: what no way through a graph may do. A write that is confirmed somewhere is confirmed on every way to it, a no to
 * its own confirmation never leads to it without another yes, and no way does the same write twice.
 */
export function checkWrites(graph: Graph): readonly Problem[] {
  const steps = [...graph.steps.values()]
  const confirms = new Map<StepId, StepOf<'confirm'>[]>()
  for (const step of steps)
    if (step.kind === 'confirm') confirms.set(step.step, [...(confirms.get(step.step) ?? []), step])
  const starts = [...graph.procedures, ...graph.interrupts].map(({ start }) => start)
  const found: Problem[] = []
  const reported = new Set<string>()
  const report = (step: Step, code: string, message: string, hint: string): void => {
    if (reported.has(`${code} ${step.source}`)) return
    reported.add(`${code} ${step.source}`)
    found.push(problem(step.at, code, message, hint))
  }
  for (const [act, its] of confirms) {
    const step = graph.steps.get(act)
    if (step === undefined || step.kind !== 'act') continue
    const ids = new Set(its.map(({ id }) => id))
    const refused = its.flatMap(({ ifRefused }) => (ifRefused === null ? [] : [ifRefused]))
    const unasked = (at: StepId) => (ids.has(at) ? [] : waysOn(graph, at))
    if (reachable(refused, unasked).has(act))
      report(
        step,
        'write-after-no',
        `"${step.source}" is done although the customer said no to it`,
        'Lead if_refused elsewhere, or to another confirm of it.',
      )
    else if (reachable(starts, unasked).has(act))
      report(
        step,
        'write-unconfirmed',
        `"${step.source}" is confirmed on one way and done without a yes on another`,
        'Lead every way to it through its confirm.',
      )
  }
  for (const [step, others] of sameWrites(steps)) {
    const after = reachable([step.next], (at) => waysOn(graph, at))
    const again = others.find(({ id }) => after.has(id))
    if (again !== undefined)
      report(
        again,
        'write-twice',
        `"${again.source}" repeats the write of "${step.source}" on the same way`,
        'Remove one of the two.',
      )
  }
  return found
}

/** Each act with the others that write the same; loops do a step again on purpose, so its own copies do not count. */
function* sameWrites(steps: readonly Step[]): Generator<readonly [StepOf<'act'>, readonly StepOf<'act'>[]]> {
  const alike = new Map<string, StepOf<'act'>[]>()
  for (const step of steps) {
    if (step.kind !== 'act') continue
    const constraints = step.constraints.map(({ argument, text }) => `${argument} ${text}`).sort()
    const key = [step.tool, ...constraints].join('\n')
    alike.set(key, [...(alike.get(key) ?? []), step])
  }
  for (const group of alike.values())
    for (const step of group) {
      const others = group.filter(({ source }) => source !== step.source)
      if (others.length > 0) yield [step, others]
    }
}
