import type { GraphFile, StepFile } from '../file/graph-file.ts'
import type { FilePath } from './pieces.ts'

/** A procedure, part or interrupt as written, with its place in the file. */
export type WrittenScope = {
  readonly kind: 'procedure' | 'part' | 'interrupt'
  readonly id: string
  readonly start: string
  readonly steps: Readonly<Record<string, StepFile>>
  readonly path: FilePath
}

export const scopesOf = (file: GraphFile): readonly WrittenScope[] => [
  ...Object.entries(file.procedures).map(([id, raw]) => scope('procedure', id, raw, ['procedures', id])),
  ...Object.entries(file.sub_procedures ?? {}).map(([id, raw]) =>
    scope('part', id, raw, ['sub_procedures', id]),
  ),
  ...(file.interrupts ?? []).map((raw, index) => scope('interrupt', raw.id, raw, ['interrupts', index])),
]

const scope = (
  kind: WrittenScope['kind'],
  id: string,
  { start, steps }: Pick<WrittenScope, 'start' | 'steps'>,
  path: FilePath,
): WrittenScope => ({ kind, id, start, steps, path })

export const stepIn = (scope: WrittenScope, name: string): StepFile | undefined =>
  Object.hasOwn(scope.steps, name) ? scope.steps[name] : undefined

export const pathOfStep = (scope: WrittenScope, name: string): FilePath => [...scope.path, 'steps', name]

/** Where an edge of a decide leads, whichever way it is written. */
export type EdgeFile = Extract<StepFile, { decide: unknown }>['decide'][number]
export const targetOfEdge = (edge: EdgeFile): string => ('when' in edge ? edge.to : edge.otherwise)

/** Where a step leads, in order; a loop only once more. */
export function targetsIn(scope: WrittenScope, name: string): readonly string[] {
  const step = stepIn(scope, name)
  if (step === undefined) return []
  if ('decide' in step) return step.decide.map(targetOfEdge)
  const others = 'run' in step ? Object.values(step.exits ?? {}) : 'confirm' in step ? [step.if_refused] : []
  return ['next' in step ? step.next : undefined, ...others].filter((to) => to !== undefined)
}
