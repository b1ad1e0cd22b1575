import type { Guard } from '../../base/guards/guard.ts'
import { atomsOf } from '../../base/guards/guard-explain.ts'
import { parseGuard } from '../../base/guards/guard-parse.ts'
import type { GraphFile, StepFile } from '../../graph/file/graph-file.ts'
import { citesIn, citesOfDecide } from '../../graph/file/read-scopes.ts'
import { reachable } from '../../graph/model/next-of.ts'
import { scopesOf, stepIn, targetOfEdge, type WrittenScope } from '../../graph/words/scopes.ts'

/** A condition on the way to an item, and whether it holds there. */
export type Held = { readonly guard: Guard; readonly holds: boolean }

/** One thing the graph makes of a sentence, with what has to hold for it. */
export type ClauseItem = {
  readonly id: string
  readonly cites: readonly string[]
  readonly kind: 'step' | 'decide' | 'edge' | 'forbid' | 'interrupt'
  /** the step it is, or the step an edge leads to */
  readonly step: StepFile | null
  readonly forbid: NonNullable<GraphFile['forbid']>[number] | null
  readonly interrupt: NonNullable<GraphFile['interrupts']>[number] | null
  /** the nearest conditions: of the edge itself, or of the edges that lead to the step */
  readonly held: readonly Held[]
  /** reached by an answer, an exit or a decision, or behind one */
  readonly isConditional: boolean
  /** the bound of a loop that the edge begins or that leads here */
  readonly loops: readonly number[]
}

/** Every item of a graph with its nearest conditions. */
export function clauseItems(file: GraphFile): readonly ClauseItem[] {
  return [
    ...scopesOf(file).flatMap((scope) => itemsOfScope(scope)),
    ...(file.forbid ?? []).map((forbid) => ({
      ...NONE,
      id: `never/${forbid.id}`,
      cites: citesIn(forbid.cites),
      kind: 'forbid' as const,
      forbid,
      held: heldBy(forbid.when),
      isConditional: forbid.when !== undefined,
    })),
    ...(file.interrupts ?? []).map((interrupt) => ({
      ...NONE,
      id: `whenever/${interrupt.id}`,
      cites: citesIn(interrupt.cites),
      kind: 'interrupt' as const,
      interrupt,
      held: heldBy(interrupt.when),
      isConditional: true,
    })),
  ]
}

const NONE = { step: null, forbid: null, interrupt: null, loops: [] as readonly number[] }

const heldBy = (text: string | undefined): readonly Held[] => {
  const guard = text === undefined ? null : parseGuard(text).guard
  return guard === null ? [] : [{ guard, holds: true }]
}

function itemsOfScope(scope: WrittenScope): readonly ClauseItem[] {
  const incoming = new Map<string, { held: Held[]; loops: number[]; answered: boolean }>()
  const reach = (to: string) => {
    const known = incoming.get(to) ?? { held: [], loops: [], answered: false }
    incoming.set(to, known)
    return known
  }
  const items: ClauseItem[] = []
  for (const [name, step] of Object.entries(scope.steps)) {
    if ('confirm' in step) {
      reach(step.next).answered = true
      if (step.if_refused !== undefined) reach(step.if_refused).answered = true
    }
    if ('run' in step) for (const to of Object.values(step.exits ?? {})) reach(to).answered = true
    if (!('decide' in step)) continue
    items.push({
      ...NONE,
      id: `${scope.id}/${name}`,
      cites: citesOfDecide(step),
      kind: 'decide',
      step,
      held: step.decide.flatMap((_, index) => heldOnEdge(step.decide, index)),
      isConditional: true,
    })
    step.decide.forEach((edge, index) => {
      const held = heldOnEdge(step.decide, index)
      const to = targetOfEdge(edge)
      reach(to).held.push(...held)
      if (edge.loop !== undefined) {
        reach(to).loops.push(edge.loop.max)
        reach(edge.loop.then).held.push(...held)
      }
      items.push({
        ...NONE,
        id: `${scope.id}/${name}>${index + 1}`,
        cites: edge.cites === undefined ? citesIn(step.cites) : citesIn(edge.cites),
        kind: 'edge',
        step: stepIn(scope, to) ?? null,
        held,
        isConditional: true,
        loops: edge.loop === undefined ? [] : [edge.loop.max],
      })
    })
  }
  const behind = stepsBehindDecisions(scope)
  for (const [name, step] of Object.entries(scope.steps)) {
    if ('run' in step || 'decide' in step) continue
    const { held, loops, answered } = incoming.get(name) ?? { held: [], loops: [], answered: false }
    const isConditional = answered || held.length > 0 || behind.has(name) || scope.kind !== 'procedure'
    items.push({
      ...NONE,
      id: `${scope.id}/${name}`,
      cites: citesIn(step.cites),
      kind: 'step',
      step,
      held,
      isConditional,
      loops,
    })
  }
  return items
}

type Edges = Extract<StepFile, { decide: unknown }>['decide']

function heldOnEdge(edges: Edges, index: number): readonly Held[] {
  const own = edges[index]
  if (own === undefined) return []
  if ('when' in own) return heldBy(own.when)
  return edges.flatMap((edge) =>
    'when' in edge ? heldBy(edge.when).map(({ guard }) => ({ guard, holds: false })) : [],
  )
}

/** Steps that no way from the start reaches without passing a decision or an answer. */
function stepsBehindDecisions(scope: WrittenScope): ReadonlySet<string> {
  const plain = reachable([scope.start], (name) => {
    const step = stepIn(scope, name)
    return step === undefined || 'decide' in step || 'confirm' in step || !('next' in step) || !step.next
      ? []
      : [step.next]
  })
  return new Set(Object.keys(scope.steps).filter((name) => !plain.has(name)))
}

/** The comparisons that hold on the way to an item: a comparison under a false condition counts as its opposite. */
export function comparisonsOf(held: readonly Held[]): readonly {
  readonly name: string
  readonly is: string
  readonly value: unknown
  readonly holds: boolean
}[] {
  return held.flatMap(({ guard, holds }) =>
    atomsOf(guard).flatMap((atom) => {
      const flipped = isUnderNot(guard, atom) ? !holds : holds
      if (atom.op === 'in')
        return atom.values.map((value) => ({ name: atom.name, is: '==', value, holds: flipped }))
      return [{ name: atom.name, is: atom.is, value: atom.value, holds: flipped }]
    }),
  )
}

function isUnderNot(guard: Guard, atom: Guard): boolean {
  if (guard === atom) return false
  if (guard.op === 'not') return !isUnderNot(guard.of, atom)
  if (guard.op === 'and' || guard.op === 'or')
    return guard.of.some((part) => atomsOf(part).some((each) => each === atom) && isUnderNot(part, atom))
  return false
}
