import { type Problem, problem } from '../../base/files/problem.ts'
import type { VarName } from '../../base/guards/guard.ts'
import { variablesOf } from '../../base/guards/guard-explain.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Domains } from '../domains/domains.ts'
import type { Graph, Step } from '../model/graph.ts'
import type { Flow } from './check-flow.ts'

type From = { readonly graph: Graph; readonly domains: Domains; readonly flow: Flow }

/** C3: what a decide reads, and the key a check looks up, is settled on every way to it (V4). */
export function checkSettled(from: From): readonly Problem[] {
  const found = new Map<string, Problem>()
  for (const step of from.graph.steps.values()) {
    const before = from.flow.before(step.id)
    if (before === undefined) continue
    for (const name of readsOf(step, from.graph)) {
      if (from.flow.isSettled(name, before.settled)) continue
      const key = `${step.source} ${name}`
      if (!found.has(key)) found.set(key, unsettled(step, name, from))
    }
  }
  return [...found.values()]
}

function readsOf(step: Step, graph: Graph): readonly VarName[] {
  if (step.kind === 'decide') return [...new Set(step.edges.flatMap((edge) => variablesOf(edge.when)))]
  if (step.kind !== 'check') return []
  const key = graph.records.get(step.record)?.by
  return key === undefined ? [] : [key]
}

function unsettled(step: Step, name: VarName, from: From): Problem {
  const culprit = culpritOf(name, step.id, from)
  const way = wayWithout(culprit, step.id, from).map((id) => id.slice(id.indexOf('/') + 1))
  const shown =
    way.length > 14 ? [...way.slice(0, 5), `... ${way.length - 10} steps ...`, ...way.slice(-5)] : way
  const verb = step.kind === 'check' ? 'looks up by' : 'reads'
  const because = culprit === name ? '' : ` (it needs "${culprit}")`
  const message = `"${step.source}" ${verb} "${name}", which is not settled on the way ${shown.join(' -> ')}${because}`
  const [kind, word = ''] = culprit.split('.')
  const hint =
    kind === 'fields' ? `Put a learn of "${word}" on that way.` : `Put a check of "${word}" on that way.`
  return problem(step.at, 'unsettled', message, hint)
}

/** The field or record behind a variable that no step on some way settles; the deepest one: it must come first. */
function culpritOf(name: VarName, at: StepId, from: From): VarName {
  const settled = from.flow.before(at)?.settled ?? 0n
  const parent = from.domains.of(name).parents.find((it) => !from.flow.isSettled(it, settled))
  return parent === undefined ? name : culpritOf(parent, at, from)
}

/** A shortest possible way to the step on which the field or record is never settled, from a start. */
function wayWithout(name: VarName, goal: StepId, from: From): readonly StepId[] {
  const towards = new Map<StepId, StepId | null>([[goal, null]])
  const open: StepId[] = [goal]
  for (let at = 0; at < open.length; at += 1) {
    const id = open[at]
    if (id === undefined) break
    const ways = from.flow.waysInto(id).filter((way) => !from.flow.isSettled(name, way.after.settled))
    if (ways.length === 0 && from.flow.waysInto(id).length === 0) return unwind(id, towards)
    for (const { from: before } of ways) {
      if (towards.has(before)) continue
      towards.set(before, id)
      open.push(before)
    }
  }
  return [goal]
}

function unwind(start: StepId, towards: ReadonlyMap<StepId, StepId | null>): readonly StepId[] {
  const way: StepId[] = []
  for (let id: StepId | null | undefined = start; id !== null && id !== undefined; id = towards.get(id))
    way.push(id)
  return way
}
