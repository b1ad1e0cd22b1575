import { assert } from '../base/assert.ts'
import type { Flat } from './expand-flatten.ts'

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

type Next = (id: string) => readonly string[]
const NONE: readonly Loop[] = []

export function loopsOf(flat: Flat): Loops {
  const found: (Omit<Loop, 'inner'> & { readonly inner: Set<Loop> })[] = []
  const back = new Map<string, string[]>()
  const onwards: Next = (id) => flat.steps.get(id)?.ways.map((way) => way.loop?.afterMax ?? way.to) ?? []
  const hasLoops = [...flat.steps.values()].some((step) => step.ways.some((way) => way.loop !== null))
  if (!hasLoops) return { around: () => NONE, at: () => assert(false, 'there are no loops') as never }
  for (const id of flat.steps.keys()) {
    for (const target of onwards(id)) {
      const list = back.get(target)
      if (list === undefined) back.set(target, [id])
      else list.push(id)
    }
  }
  for (const step of flat.steps.values()) {
    step.ways.forEach((way, edge) => {
      if (way.loop === null) return
      const after = reach(way.to, onwards)
      const before = reach(step.id, (id) => back.get(id) ?? [])
      const body = new Set([...after].filter((id) => before.has(id)))
      found.push({
        decide: step.id,
        edge,
        to: way.to,
        max: way.loop.max,
        afterMax: way.loop.afterMax,
        body,
        inner: new Set(),
      })
    })
  }
  for (const outer of found) {
    for (const inner of found) if (isWithin(inner.body, outer.body)) outer.inner.add(inner)
  }
  return byStep(found, onwards)
}

const isWithin = (small: ReadonlySet<string>, large: ReadonlySet<string>): boolean =>
  small.size < large.size && [...small].every((id) => large.has(id))

function reach(from: string, next: Next): ReadonlySet<string> {
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
 * A loop's count is kept wherever a way leads back to it without an outer loop: two loops that share their beginning
 * would otherwise reset each other for ever.
 */
function byStep(found: readonly Loop[], onwards: Next): Loops {
  const around = new Map<string, Loop[]>()
  const outermostFirst = [...found].sort((a, b) => b.body.size - a.body.size)
  for (const loop of outermostFirst) {
    const others = found.filter((other) => other !== loop && !other.inner.has(loop))
    for (const id of scopeOf(loop, others, onwards)) {
      const list = around.get(id)
      if (list === undefined) around.set(id, [loop])
      else list.push(loop)
    }
  }
  const byEdge = new Map(found.map((loop) => [`${loop.decide} ${loop.edge}`, loop]))
  return {
    around: (id) => around.get(id) ?? NONE,
    at: (decide, edge) => {
      const loop = byEdge.get(`${decide} ${edge}`)
      assert(loop !== undefined, `no loop at edge ${edge} of ${decide}`)
      return loop
    },
  }
}

/** The steps on circles through this loop that take no loop around it. */
function scopeOf(loop: Loop, others: readonly Loop[], onwards: Next): ReadonlySet<string> {
  const jumps = new Map<string, string[]>()
  const returns = new Map<string, string[]>()
  for (const other of [loop, ...others]) {
    jumps.set(other.decide, [...(jumps.get(other.decide) ?? []), other.to])
  }
  const next: Next = (id) => [...onwards(id), ...(jumps.get(id) ?? [])]
  const ahead = reach(loop.to, next)
  for (const id of ahead) {
    for (const target of next(id)) {
      const list = returns.get(target)
      if (list === undefined) returns.set(target, [id])
      else list.push(id)
    }
  }
  const behind = reach(loop.decide, (id) => returns.get(id) ?? [])
  return new Set([...ahead].filter((id) => behind.has(id)))
}
