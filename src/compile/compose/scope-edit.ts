import type { GraphFile, StepFile } from '../../graph/file/graph-file.ts'
import { scopesOf, stepIn, targetOfEdge, type WrittenScope } from '../../graph/words/scopes.ts'

export type Steps = Readonly<Record<string, StepFile>>

export const scopeNamed = (graph: GraphFile, id: string): WrittenScope | undefined =>
  scopesOf(graph).find((scope) => scope.id === id)

/** The graph with other steps in one procedure, part or interrupt. */
export function withSteps(
  graph: GraphFile,
  { kind, id }: WrittenScope,
  { start, steps }: { readonly start: string; readonly steps: Steps },
): GraphFile {
  const edited = <Raw extends object>(raw: Raw) => ({ ...raw, start, steps: { ...steps } })
  const among = <Raw extends object>(all: Readonly<Record<string, Raw>>) =>
    Object.fromEntries(Object.entries(all).map(([key, raw]) => [key, key === id ? edited(raw) : raw]))
  if (kind === 'procedure') return { ...graph, procedures: among(graph.procedures) }
  if (kind === 'part') return { ...graph, sub_procedures: among(graph.sub_procedures ?? {}) }
  return {
    ...graph,
    interrupts: (graph.interrupts ?? []).map((raw) => (raw.id === id ? edited(raw) : raw)),
  }
}

export function targetsOf(step: StepFile): readonly string[] {
  if ('decide' in step)
    return step.decide.flatMap((edge) => [
      targetOfEdge(edge),
      ...(edge.loop === undefined ? [] : [edge.loop.then]),
    ])
  if ('confirm' in step) return [step.next, ...(step.if_refused === undefined ? [] : [step.if_refused])]
  if ('run' in step)
    return [...(step.next === undefined ? [] : [step.next]), ...Object.values(step.exits ?? {})]
  return 'next' in step ? [step.next] : []
}

/** Names of steps that no walk from the start comes to. */
export function unreachedIn(scope: WrittenScope): readonly string[] {
  const reached = new Set<string>()
  const open = [scope.start]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const step = stepIn(scope, name)
    if (step === undefined || reached.has(name)) continue
    reached.add(name)
    open.push(...targetsOf(step))
  }
  return Object.keys(scope.steps).filter((name) => !reached.has(name))
}

export const without = (steps: Steps, names: readonly string[]): Steps =>
  Object.fromEntries(Object.entries(steps).filter(([name]) => !names.includes(name)))

/** A name no step has yet: `ask_email`, `ask_email_2`. */
export function freeName(taken: ReadonlySet<string>, wanted: string): string {
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted}_${number}`)) return `${wanted}_${number}`
}
