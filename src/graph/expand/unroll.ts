import { assert } from '../../base/assert.ts'
import { isStepId, type StepId } from '../../base/values/ids.ts'
import type { Flat, FlatStep } from './flatten.ts'
import { type Loop, loopsOf } from './loops.ts'

/** One copy of a flat step: which round of its loops it stands in, and where it leads from there. */
export type Copy = {
  readonly id: StepId
  readonly flat: FlatStep
  /** 1: outside loops or in their first round; numbered on through nested loops */
  readonly round: number
  readonly ways: readonly { readonly to: StepId; readonly loops: boolean }[]
}

export type Copies = {
  readonly start: StepId
  /** in file order, the rounds of one step together */
  readonly all: readonly Copy[]
  /** the copies of another step that stand in the same rounds; all of them where it stands in a loop of its own */
  readonly visibleFrom: (copy: Copy, id: string) => readonly StepId[]
}

/** How often each loop around a step has been taken, outermost first. */
type Counts = ReadonlyMap<Loop, number>
type UnrollState = { readonly flat: FlatStep; readonly counts: Counts; readonly key: string }

/**
 * Walks the circles until every loop is used up: a state is a step with the counts of the loops it stands in. Taking a
 * loop begins the inner ones anew. Null: more than `statesMax` states, or too many
 * loops around one step.
 */
export function unroll(flat: Flat, statesMax: number): Copies | null {
  const loops = loopsOf(flat)
  if (loops === null) return null
  const enter = (id: string, from: Counts, taken: Loop | null): UnrollState => {
    const step = flat.steps.get(id)
    assert(step !== undefined, `no flat step ${id}`)
    const counts = new Map<Loop, number>()
    for (const loop of loops.around(id)) {
      const before = from.get(loop) ?? 0
      counts.set(loop, loop === taken ? before + 1 : taken?.inner.has(loop) === true ? 0 : before)
    }
    return { flat: step, counts, key: keyOf(id, counts) }
  }
  const first = enter(flat.start, new Map(), null)
  const states = new Map<string, UnrollState>([[first.key, first]])
  const ways = new Map<string, readonly { readonly to: string; readonly loops: boolean }[]>()
  const open = [first]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const { flat: step, counts, key } = state
    const led = step.ways.map((way, index) => {
      const loop = way.loop === null ? null : loops.at(step.id, index)
      const again = loop !== null && (counts.get(loop) ?? 0) < loop.max
      const target = loop === null || again ? way.to : loop.afterMax
      const next = enter(target, counts, again ? loop : null)
      if (!states.has(next.key)) {
        states.set(next.key, next)
        open.push(next)
      }
      return { to: next.key, loops: again }
    })
    ways.set(key, led)
    if (states.size > statesMax) return null
  }
  return numbered({ flat, states, ways, first })
}

const keyOf = (id: string, counts: Counts): string =>
  counts.size === 0 ? id : `${id}:${[...counts.values()].join(',')}`

type Walked = {
  readonly flat: Flat
  readonly states: ReadonlyMap<string, UnrollState>
  readonly ways: ReadonlyMap<string, readonly { readonly to: string; readonly loops: boolean }[]>
  readonly first: UnrollState
}

/** Gives the copies of each step their numbers, in the order in which the rounds come. */
function numbered(walked: Walked): Copies {
  const byStep = new Map<string, UnrollState[]>()
  for (const state of walked.states.values()) {
    const list = byStep.get(state.flat.id)
    if (list === undefined) byStep.set(state.flat.id, [state])
    else list.push(state)
  }
  const named = new Map<string, { readonly id: StepId; readonly round: number }>()
  for (const [id, list] of byStep) {
    list.sort(inRoundOrder)
    const early = list[0] !== undefined && [...list[0].counts.values()].every((count) => count === 0) ? 1 : 2
    list.forEach((state, index) => {
      const round = index + early
      named.set(state.key, { id: stepId(round === 1 ? id : `${id}~${round}`), round })
    })
  }
  const nameOf = (key: string): StepId => {
    const name = named.get(key)
    assert(name !== undefined, `no copy for the state ${key}`)
    return name.id
  }
  const stateOf = new Map<StepId, UnrollState>()
  const all: Copy[] = []
  for (const id of walked.flat.steps.keys()) {
    for (const state of byStep.get(id) ?? []) {
      const ways = (walked.ways.get(state.key) ?? []).map((way) => ({ to: nameOf(way.to), loops: way.loops }))
      const copy = { id: nameOf(state.key), flat: state.flat, round: named.get(state.key)?.round ?? 1, ways }
      stateOf.set(copy.id, state)
      all.push(copy)
    }
  }
  const visibleFrom = (copy: Copy, id: string): readonly StepId[] => {
    const here = stateOf.get(copy.id)?.counts ?? new Map<Loop, number>()
    const others = byStep.get(id) ?? []
    return others.filter((other) => agree(here, other.counts)).map((other) => nameOf(other.key))
  }
  return { start: nameOf(walked.first.key), all, visibleFrom }
}

function stepId(made: string): StepId {
  assert(isStepId(made), `${made} is not the id of a step`)
  return made
}

function inRoundOrder(a: UnrollState, b: UnrollState): number {
  const [left, right] = [[...a.counts.values()], [...b.counts.values()]]
  for (let at = 0; at < left.length; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Do two copies stand in the same round of every loop they share? */
function agree(here: Counts, there: Counts): boolean {
  for (const [loop, count] of there) {
    const own = here.get(loop)
    if (own !== undefined && own !== count) return false
  }
  return true
}
