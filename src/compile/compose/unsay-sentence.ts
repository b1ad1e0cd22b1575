import type { GraphFile, StepFile } from '../../graph/file/graph-file.ts'
import { citesIn } from '../../graph/file/read-scopes.ts'
import { scopesOf, stepIn, type WrittenScope } from '../../graph/words/scopes.ts'
import { NOT_READ } from '../outline/not-read.ts'
import { type Steps, scopeNamed, unreachedIn, without, withSteps } from './scope-edit.ts'
import { TAIL } from './tail.ts'

/**
 * The graph without what one sentence says: its own steps, conditions and prohibitions go, and the ways to them lead on to what
 * followed. What rests on other sentences too stays and cites only those. The sentence is unread again.
 */
export function unsaySentence(graph: GraphFile, clause: string): GraphFile {
  const stepped = scopesOf(graph).reduce((so, { id }) => withoutSteps(so, id, clause), graph)
  const { forbid, interrupts, waive: _, ...rest } = stepped
  const forbids = (forbid ?? []).flatMap((each) => uncited(each, clause))
  const whenever = (interrupts ?? []).flatMap((each) => uncited(each, clause))
  const waive = (graph.waive ?? []).filter((each) => each.clause !== clause)
  return {
    ...rest,
    ...(forbids.length === 0 ? {} : { forbid: forbids }),
    ...(whenever.length === 0 ? {} : { interrupts: whenever }),
    waive: [...waive, { clause, because: NOT_READ }],
  }
}

type Citing = { cites?: string | string[] | undefined; assumed?: string | undefined }

/** The part without this sentence; nothing where it rests on no other. */
function uncited<Part extends Citing>(part: Part, clause: string): readonly Part[] {
  const cites = citesIn(part.cites)
  if (!cites.includes(clause)) return [part]
  const left = cites.filter((each) => each !== clause)
  if (left.length > 0) return [{ ...part, cites: left.join(',') }]
  return part.assumed === undefined ? [] : [{ ...part, cites: undefined }]
}

function withoutSteps(graph: GraphFile, scopeId: string, clause: string): GraphFile {
  const scope = scopeNamed(graph, scopeId)
  if (scope === undefined) return graph
  const kept: Record<string, StepFile> = {}
  const gone = new Map<string, string | null>()
  for (const [name, step] of Object.entries(scope.steps)) {
    const [left] = 'run' in step ? [step] : uncited(step, clause)
    if (left === undefined) gone.set(name, onwardOf(step))
    else kept[name] = 'decide' in left ? withoutEdges(left, clause) : left
  }
  if (gone.size === 0) return withSteps(graph, scope, { start: scope.start, steps: kept })
  const tail = Object.hasOwn(kept, TAIL.name) ? `${TAIL.name}_2` : TAIL.name
  const onward = (target: string): string => {
    const seen = new Set<string>()
    let to = target
    while (gone.has(to) && !seen.has(to)) {
      seen.add(to)
      to = gone.get(to) ?? tail
    }
    return gone.has(to) ? tail : to
  }
  const steps: Steps = Object.fromEntries([
    ...Object.entries(kept).map(([name, step]) => [name, retargeted(step, onward)] as const),
    [tail, { ...TAIL.step }],
  ])
  const after: WrittenScope = { ...scope, start: onward(scope.start), steps }
  return withSteps(graph, scope, { start: after.start, steps: without(steps, lostIn(after, clause)) })
}

/** Only open ends and ends may go with it: a step of another sentence that nothing leads to is for the checker to name. */
const lostIn = (scope: WrittenScope, clause: string): readonly string[] =>
  unreachedIn(scope).filter((name) => {
    const step = stepIn(scope, name)
    return step === undefined || 'run' in step || citesIn(step.cites).every((each) => each === clause)
  })

/** Where a walk goes on without the step; null: nowhere, the step was the last one. */
function onwardOf(step: StepFile): string | null {
  if ('decide' in step) {
    const rest = step.decide.find((edge) => 'otherwise' in edge)
    return rest !== undefined && 'otherwise' in rest ? rest.otherwise : null
  }
  return 'next' in step ? (step.next ?? null) : null
}

type Decide = Extract<StepFile, { decide: unknown }>
function withoutEdges(step: Decide, clause: string): Decide {
  const decide = step.decide.map((edge) => {
    const [left] = uncited(edge, clause)
    return left ?? { ...edge, cites: undefined }
  })
  return { ...step, decide }
}

function retargeted(step: StepFile, onward: (target: string) => string): StepFile {
  if ('decide' in step)
    return {
      ...step,
      decide: step.decide.map((edge) => {
        const loop = edge.loop === undefined ? {} : { loop: { ...edge.loop, then: onward(edge.loop.then) } }
        return 'when' in edge
          ? { ...edge, to: onward(edge.to), ...loop }
          : { ...edge, otherwise: onward(edge.otherwise), ...loop }
      }),
    }
  if ('confirm' in step)
    return {
      ...step,
      next: onward(step.next),
      ...(step.if_refused === undefined ? {} : { if_refused: onward(step.if_refused) }),
    }
  if ('run' in step) {
    const exits = Object.entries(step.exits ?? {}).map(([exit, to]) => [exit, onward(to)])
    return {
      ...step,
      ...(step.next === undefined ? {} : { next: onward(step.next) }),
      ...(step.exits === undefined ? {} : { exits: Object.fromEntries(exits) }),
    }
  }
  return 'next' in step ? { ...step, next: onward(step.next) } : step
}
