import { assert } from '../../base/assert.ts'
import type { Guard, VarName } from '../../base/guards/guard.ts'
import type { StepId } from '../../base/values/ids.ts'
import { admits } from '../domains/value-sets.ts'
import type { Graph, Interrupt, Procedure, Step, StepOf } from '../model/graph.ts'
import { type LoopTaking, loopTakings } from './paths-loops.ts'
import { ALWAYS, NEVER, type Need, needOf, renamed } from './paths-needs.ts'
import { mayShareRows } from './paths-rows.ts'
import { assign, emptyStore, mention, narrow, type ValueStore } from './paths-solve.ts'
import { inRounds, type Space } from './paths-space.ts'

/**
 * All true paths (P1). In: a graph as a space of variables. Out: every sequence of steps that some assignment of
 * fields and records makes true, loops at 0, 1 and their bound; or "too many". It must not know worlds or cases.
 */
export type TruePath = {
  /** the procedure and the ways taken: the same path has the same id in every run */
  readonly id: string
  readonly procedure: string
  readonly steps: readonly StepId[]
  /** edge ids of decisions and `confirm>yes`, `confirm>no`, in walking order */
  readonly ways: readonly string[]
  readonly ending: 'end' | 'handover' | 'withdrawn' | 'resume'
  /** does one set of claims and answers make it, or must the customer answer differently in a later round? */
  readonly steady: boolean
}

export type Paths =
  | { readonly kind: 'all'; readonly paths: readonly TruePath[] }
  | { readonly kind: 'too-many'; readonly over: number }

export const PATHS_MAX = 10_000
/** Ways looked at before the answer is "too many": dead ends of loops cost time too. */
const VISITS_MAX = 400_000

export const yesTo = (confirm: StepId): string => `${confirm}>yes`
export const noTo = (confirm: StepId): string => `${confirm}>no`

/** Every true path of every procedure, in file order; one that has too many makes the whole too many. */
export function truePaths(space: Space, options: { readonly pathsMax?: number } = {}): Paths {
  const pathsMax = options.pathsMax ?? PATHS_MAX
  const paths: TruePath[] = []
  for (const procedure of space.graph.procedures) {
    const own = pathsFrom(space, entryOf(procedure), pathsMax - paths.length)
    if (own.kind === 'too-many') return { kind: 'too-many', over: pathsMax }
    paths.push(...own.paths)
  }
  return { kind: 'all', paths }
}

/** The ways through an interrupt's own steps, up to where the walk goes on. */
export function detoursOf(space: Space, interrupt: Interrupt): Paths {
  return pathsFrom(space, entryOfInterrupt(interrupt), PATHS_MAX)
}

export type Entry = { readonly procedure: string; readonly start: StepId; readonly when: Guard }
export const entryOf = (procedure: Procedure): Entry => ({
  procedure: procedure.id,
  start: procedure.start,
  when: procedure.for,
})

const ANYWHERE: Guard = { op: 'constant', value: true, text: 'true' }
const entryOfInterrupt = (interrupt: Interrupt): Entry => ({
  procedure: interrupt.id,
  start: interrupt.start,
  when: interrupt.when ?? ANYWHERE,
})

/** Where a path that names this procedure or interrupt begins. */
export function entryNamed(graph: Graph, name: string): Entry | undefined {
  const procedure = graph.procedures.find((one) => one.id === name)
  if (procedure !== undefined) return entryOf(procedure)
  const interrupt = graph.interrupts.find((one) => one.id === name)
  return interrupt && entryOfInterrupt(interrupt)
}

function pathsFrom(space: Space, entry: Entry, pathsMax: number): Paths {
  const takings = loopTakings(space.graph)
  const ended: PathTrail[] = []
  let visits = 0
  for (const trail of trailsFrom(space, entry, { takings })) {
    visits += 1
    if (visits > VISITS_MAX) return { kind: 'too-many', over: pathsMax }
    if (trail.at !== null) continue
    if (ended.length === pathsMax) return { kind: 'too-many', over: pathsMax }
    ended.push(trail)
  }
  return { kind: 'all', paths: ended.map((trail) => pathOf(entry, trail)) }
}

/** A way begun: where it stands, how it got there, and what it asks of the variables. */
export type PathTrail = {
  /** the next step to pass; null: the way has ended */
  readonly at: StepId | null
  readonly ending: TruePath['ending']
  readonly steps: Link<StepId> | null
  readonly ways: Link<string> | null
  /** every claim of a later round its own variable */
  readonly free: ValueStore
  /** one claim for all rounds; undefined once that cannot be */
  readonly steady: ValueStore | undefined
  /** how many times each field has been learned anew */
  readonly rounds: ReadonlyMap<string, number>
  readonly answers: ReadonlyMap<string, boolean>
  readonly loops: ReadonlyMap<string, LoopTaking>
}
type Link<Item> = { readonly item: Item; readonly before: Link<Item> | null }

type Exploring = { readonly takings: ReadonlyMap<string, LoopTaking> }

/** Depth first, first edge first. Yields every trail at its branching points, and the ended ones. */
function* trailsFrom(space: Space, entry: Entry, exploring: Exploring): Generator<PathTrail, void> {
  const stack = [start(space, entry)].filter((trail) => trail !== undefined)
  for (let trail = stack.pop(); trail !== undefined; trail = stack.pop()) {
    const branch = runOn(space, trail)
    if (branch.at === null) {
      if (loopsAreWhole(branch)) yield branch
      continue
    }
    yield branch
    stack.push(...branches(space, branch, exploring).reverse())
  }
}

export function start(space: Space, entry: Entry): PathTrail | undefined {
  const store = narrow(emptyStore(space), needOf(space, entry.when, true))
  if (store === undefined || !isPossible(store)) return undefined
  return {
    at: entry.start,
    ending: 'end',
    steps: null,
    ways: null,
    free: store,
    steady: store,
    rounds: new Map(),
    answers: new Map(),
    loops: new Map(),
  }
}

const stepOf = (graph: Graph, id: StepId): Step => {
  const step = graph.steps.get(id)
  assert(step !== undefined, `the graph has no step ${id}`)
  return step
}

/** Passes every step that has one way on. */
export function runOn(space: Space, trail: PathTrail): PathTrail {
  let now = trail
  while (now.at !== null) {
    const step = stepOf(space.graph, now.at)
    if (step.kind === 'decide' || step.kind === 'confirm') return now
    now = { ...passed(space, now, step), steps: { item: step.id, before: now.steps } }
  }
  return now
}

function passed(space: Space, trail: PathTrail, step: Step): PathTrail {
  switch (step.kind) {
    case 'learn': {
      const rounds =
        step.round > 1
          ? new Map(trail.rounds).set(step.field, (trail.rounds.get(step.field) ?? 1) + 1)
          : trail.rounds
      return { ...mentioning(space, { ...trail, rounds }, `fields.${step.field}`), at: step.next }
    }
    case 'check':
      return { ...mentioning(space, trail, `records.${step.record}`), at: step.next }
    case 'act':
    case 'tell':
      return { ...trail, at: step.next }
    case 'handover':
    case 'end':
    case 'resume':
      return { ...trail, at: null, ending: step.kind }
    default:
      return trail
  }
}

function mentioning(space: Space, trail: PathTrail, name: VarName): PathTrail {
  const steady = trail.steady && mention(trail.steady, name)
  const free =
    trail.free === trail.steady && steady
      ? steady
      : mention(trail.free, inRounds(space.graph, name, trail.rounds))
  return { ...trail, steady, free }
}

/** Every way on from a decision or a question that some assignment takes. */
export function branches(
  space: Space,
  trail: PathTrail,
  { takings, only }: { readonly takings: ReadonlyMap<string, LoopTaking>; readonly only?: string },
): PathTrail[] {
  assert(trail.at !== null, 'a trail that is at its end has no branches')
  const step = stepOf(space.graph, trail.at)
  const on = { ...trail, steps: { item: step.id, before: trail.steps } }
  if (step.kind === 'confirm') return confirmed(space.graph, on, step)
  if (step.kind !== 'decide') return []
  return step.edges.flatMap((edge) => {
    if (only !== undefined && edge.id !== only) return []
    const loops = looped(trail, takings.get(edge.id))
    const taken = loops && demanding(space, on, needOf(space, edge.when, true))
    if (!taken) return []
    return [{ ...taken, loops, at: edge.to, ways: { item: edge.id, before: on.ways } }]
  })
}

/** P1: a loop is walked 0 times, once, or to its bound; undefined where this taking leaves an earlier series between. */
function looped(trail: PathTrail, taking: LoopTaking | undefined): PathTrail['loops'] | undefined {
  if (taking === undefined) return trail.loops
  const before = trail.loops.get(taking.loop)
  if (before !== undefined && taking.times === 1 && !isWhole(before)) return undefined
  return new Map(trail.loops).set(taking.loop, taking)
}
const isWhole = (taking: LoopTaking): boolean => taking.times === 1 || taking.last
export const loopsAreWhole = (trail: PathTrail): boolean => [...trail.loops.values()].every(isWhole)

function confirmed(graph: Graph, trail: PathTrail, step: StepOf<'confirm'>): PathTrail[] {
  const act = stepOf(graph, step.step)
  const asked = act.kind === 'act' ? act.tool : step.step
  const answer = (agrees: boolean): PathTrail => {
    const same = (trail.answers.get(asked) ?? agrees) === agrees
    return {
      ...trail,
      steady: same ? trail.steady : undefined,
      answers: new Map(trail.answers).set(asked, agrees),
      ways: { item: agrees ? yesTo(step.id) : noTo(step.id), before: trail.ways },
      at: agrees ? step.next : step.ifRefused,
      ending: agrees || step.ifRefused !== null ? trail.ending : 'withdrawn',
    }
  }
  return [answer(true), answer(false)]
}

/** The trail with one more need; undefined where no assignment meets it. */
export function demanding(space: Space, trail: PathTrail, need: Need): PathTrail | undefined {
  const asked = withoutDone(space, trail, need)
  const steady = trail.steady && possibly(narrow(trail.steady, asked))
  if (trail.free === trail.steady && trail.rounds.size === 0)
    return steady && { ...trail, steady, free: steady }
  const inThisRound = renamed(asked, (name) => inRounds(space.graph, name, trail.rounds))
  const free = possibly(narrow(trail.free, inThisRound))
  return free && { ...trail, steady, free }
}

const possibly = (store: ValueStore | undefined): ValueStore | undefined =>
  store !== undefined && isPossible(store) ? store : undefined

/**
 * Rows, keys and columns hang together like a tree, where narrowing alone is proof enough. Only undecided any-ofs,
 * differences and equalities need a search.
 */
function isPossible(store: ValueStore): boolean {
  const isTree =
    store.open.length === 0 &&
    ![...store.sets.keys()].some((name) => name.startsWith('derived.')) &&
    !mayShareRows(store.space, store.sets.keys())
  return isTree || assign(store) !== undefined
}

/** `done.*` is known along a way: what has been passed. */
function withoutDone(space: Space, trail: PathTrail, need: Need): Need {
  if (need.is !== 'in') return { is: need.is, of: need.of.map((part) => withoutDone(space, trail, part)) }
  if (!need.name.startsWith('done.')) return need
  const done = hasDone(space.graph, trail, need.name.slice('done.'.length))
  return admits(space.shapeOf(need.name), need.set, done) ? ALWAYS : NEVER
}

function hasDone(graph: Graph, trail: PathTrail, local: string): boolean {
  for (let link = trail.steps; link !== null; link = link.before) {
    const step = stepOf(graph, link.item)
    const name = step.id.slice(step.procedure.length + 1)
    if (name !== local && name.replace(/~\d+/g, '') !== local) continue
    if (step.kind !== 'confirm' || listed(trail.ways).includes(yesTo(step.id))) return true
  }
  return false
}

function listed<Item>(link: Link<Item> | null): Item[] {
  const items: Item[] = []
  for (let at = link; at !== null; at = at.before) items.push(at.item)
  return items.reverse()
}

export function pathOf(entry: Entry, trail: PathTrail): TruePath {
  const ways = listed(trail.ways)
  return {
    id: pathId(entry.procedure, ways),
    procedure: entry.procedure,
    steps: listed(trail.steps),
    ways,
    ending: trail.ending,
    steady: trail.steady !== undefined,
  }
}

const pathId = (procedure: string, ways: readonly string[]): string => [procedure, ...ways].join(' ')
