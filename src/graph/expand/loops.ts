import { assert } from '../../base/assert.ts'
import type { Flat } from './flatten.ts'

/** A loop edge. Its body: the steps on ways from its target to its decide. */
export type Loop = {
  readonly decide: string
  readonly edge: number
  readonly to: string
  readonly max: number
  readonly afterMax: string
  readonly body: ReadonlySet<string>
  /** loops that lie wholly inside this one: taking it begins them anew */
  readonly inner: ReadonlySet<Loop>
}

export type Loops = {
  /** the loops whose count matters at a step, outermost first */
  readonly around: (id: string) => readonly Loop[]
  readonly at: (decide: string, edge: number) => Loop
}

/** A step in more loops than this has more rounds than anybody can mean. */
export const LOOPS_AROUND_MAX = 12

type LoopNext = (id: string) => readonly string[]
const NONE: readonly Loop[] = []

/** Null: some step stands in too many loops at once. */
export function loopsOf(flat: Flat): Loops | null {
  const onwards: LoopNext = (id) => flat.steps.get(id)?.ways.map((way) => way.loop?.afterMax ?? way.to) ?? []
  const found = bodiesOf(flat, onwards)
  if (found.length === 0) return { around: () => NONE, at: () => missing() }
  if (deepest(found) > LOOPS_AROUND_MAX) return null
  const clustered = clustersOf(found)
  for (const cluster of clustered) {
    for (const outer of cluster)
      for (const inner of cluster) if (isWithin(inner, outer)) outer.inner.add(inner)
  }
  const around = new Map<string, Loop[]>()
  for (const cluster of clustered) {
    for (const loop of [...cluster].sort((a, b) => b.body.size - a.body.size)) {
      for (const id of scopeOf(loop, cluster, onwards)) {
        const list = around.get(id)
        if (list === undefined) around.set(id, [loop])
        else list.push(loop)
      }
    }
  }
  const byEdge = new Map(found.map((loop) => [`${loop.decide} ${loop.edge}`, loop]))
  return {
    around: (id) => around.get(id) ?? NONE,
    at: (decide, edge) => byEdge.get(`${decide} ${edge}`) ?? missing(),
  }
}

function missing(): never {
  assert(false, 'a loop edge that was not found before')
}

type Draft = Omit<Loop, 'inner'> & {
  readonly inner: Set<Loop>
  /** positions of target and decide in walk order */
  readonly first: number
  readonly last: number
}

function bodiesOf(flat: Flat, onwards: LoopNext): readonly Draft[] {
  const looping = [...flat.steps.values()].filter((step) => step.ways.some((way) => way.loop !== null))
  if (looping.length === 0) return []
  const position = positionsOf(flat, onwards)
  const at = (id: string): number => position.get(id) ?? -1
  const back = reversed(flat.steps.keys(), onwards)
  return looping.flatMap((step) =>
    step.ways.flatMap((way, edge): readonly Draft[] => {
      if (way.loop === null) return []
      // Nothing outside these positions lies between the two: without the bound every loop would cost the whole graph.
      const [first, last] = [at(way.to), at(step.id)]
      const after = reach(way.to, (id) => onwards(id).filter((next) => at(next) <= last))
      const before = reach(step.id, (id) => (back.get(id) ?? []).filter((next) => at(next) >= first))
      const body = new Set([...after].filter((id) => before.has(id)))
      const { max, afterMax } = way.loop
      return [{ decide: step.id, edge, to: way.to, max, afterMax, body, inner: new Set(), first, last }]
    }),
  )
}

function reversed(ids: Iterable<string>, next: LoopNext): ReadonlyMap<string, readonly string[]> {
  const back = new Map<string, string[]>()
  for (const id of ids) {
    for (const target of next(id)) {
      const list = back.get(target)
      if (list === undefined) back.set(target, [id])
      else list.push(id)
    }
  }
  return back
}

/** Every step after all that lead to it without a loop. */
function positionsOf(flat: Flat, onwards: LoopNext): ReadonlyMap<string, number> {
  const done: string[] = []
  const seen = new Set<string>()
  for (const root of flat.steps.keys()) {
    if (seen.has(root)) continue
    seen.add(root)
    const way = [{ id: root, next: onwards(root), at: 0 }]
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const target = top.next[top.at]
      top.at += 1
      if (target === undefined) {
        done.push(top.id)
        way.pop()
      } else if (!seen.has(target)) {
        seen.add(target)
        way.push({ id: target, next: onwards(target), at: 0 })
      }
    }
  }
  return new Map(done.reverse().map((id, index) => [id, index]))
}

function deepest(loops: readonly Loop[]): number {
  const depth = new Map<string, number>()
  let most = 0
  for (const loop of loops) {
    for (const id of loop.body) {
      const now = (depth.get(id) ?? 0) + 1
      depth.set(id, now)
      most = Math.max(most, now)
    }
    if (most > LOOPS_AROUND_MAX) return most
  }
  return most
}

/** Loops whose stretches overlap, together: no circle leads from one cluster into another. */
function clustersOf(loops: readonly Draft[]): readonly (readonly Draft[])[] {
  const clusters: { last: number; readonly loops: Draft[] }[] = []
  for (const loop of [...loops].sort((a, b) => a.first - b.first)) {
    const open = clusters.at(-1)
    if (open === undefined || loop.first > open.last) clusters.push({ last: loop.last, loops: [loop] })
    else {
      open.loops.push(loop)
      open.last = Math.max(open.last, loop.last)
    }
  }
  return clusters.map((cluster) => cluster.loops)
}

/** Both ends within the other's body: then every way between them is. */
const isWithin = (inner: Loop, outer: Loop): boolean =>
  inner.body.size < outer.body.size && outer.body.has(inner.to) && outer.body.has(inner.decide)

function reach(from: string, next: LoopNext): ReadonlySet<string> {
  const seen = new Set([from])
  const open = [from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const target of next(id)) {
      if (seen.has(target)) continue
      seen.add(target)
      open.push(target)
    }
  }
  return seen
}

/**
 * The steps on circles through this loop that take no loop around it. A loop's count is kept on all of them: two loops
 * that share their beginning would otherwise reset each other for ever.
 */
function scopeOf(loop: Loop, cluster: readonly Loop[], onwards: LoopNext): ReadonlySet<string> {
  const within = new Set(cluster.flatMap((other) => [...other.body]))
  const jumps = new Map<string, string[]>()
  for (const other of cluster) {
    if (other !== loop && other.inner.has(loop)) continue
    jumps.set(other.decide, [...(jumps.get(other.decide) ?? []), other.to])
  }
  const next: LoopNext = (id) => [
    ...onwards(id).filter((target) => within.has(target)),
    ...(jumps.get(id) ?? []),
  ]
  const ahead = reach(loop.to, next)
  const back = reversed(ahead, next)
  const behind = reach(loop.decide, (id) => back.get(id) ?? [])
  return new Set([...ahead].filter((id) => behind.has(id)))
}
