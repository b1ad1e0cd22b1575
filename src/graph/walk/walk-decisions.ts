import type { ReadVar, VarName } from '../../base/guards/guard.ts'
import type { StepId } from '../../base/values/ids.ts'
import { UNKNOWN, type Value } from '../../base/values/value.ts'
import type { Edge } from '../model/graph.ts'
import { append } from './walk-deeds.ts'
import type { Decision } from './walk-index.ts'
import type { Conversation, Made, Request, Walker, Way } from './walk-state.ts'
import { fieldValue, knownReader } from './walk-values.ts'

/** Where a step of the walk stands: in this conversation, request and walker. */
export type Scene = { readonly it: Conversation; readonly request: Request; readonly walker: Walker }

/** V4: is everything the decision reads settled? */
export function isSettled({ it, request }: Omit<Scene, 'walker'>, decision: Decision): boolean {
  for (const field of decision.needsFields) if (fieldValue(it, request, field) === UNKNOWN) return false
  for (const record of decision.needsRecords) if (request.records.get(record)?.settled !== true) return false
  return true
}

/** V3: makes those of the given decisions that are settled and need not be reached first. */
export function latch(scene: Scene, decisions: Iterable<Decision>, n: number): void {
  for (const decision of decisions) {
    if (decision.late || scene.walker.made.has(decision.step.id) || !isSettled(scene, decision)) continue
    make(scene, decision, { n, read: knownReader(scene.it, scene.request) })
  }
}

export function make({ walker }: Scene, decision: Decision, { n, read }: { n: number; read: ReadVar }): Made {
  const { step } = decision
  const edges: Edge[] = []
  for (const { edge, holds } of decision.edges) {
    if (holds(read)) edges.push(edge)
    if (edges.length > 0 && step.choice === 'graph') break
  }
  const values: Value[] = []
  for (const name of decision.reads) values.push(read(name))
  const remade = walker.unmade.has(step.id)
  const made: Made = { decision, n, remade, edges, values, chosen: null, looped: null }
  walker.made.set(step.id, made)
  return made
}

/** What a variable was when the decision was made. */
export const valueThen = ({ decision, values }: Made, name: VarName): Value | undefined =>
  values[decision.reads.indexOf(name)]

export function unmake(walker: Walker, decision: StepId): void {
  if (walker.made.delete(decision)) walker.unmade.add(decision)
}

/** The edge a made decision is left by; undefined while the agent has a choice. */
export const edgeOf = (made: Made): Edge | undefined =>
  made.edges.length > 1 ? made.chosen?.edge : made.edges[0]

/** What a change means for a walk: where it must be walked again, what is to be decided and looked up again. */
export type Reopened = {
  readonly from: number
  readonly decisions: readonly Decision[]
  readonly checks: readonly StepId[]
}

/**
 * A variable changed (V6): unmakes the decisions that read it and remembers the change for confirms and acts. What the
 * walk passed before the last learn (or check) of a later round that asks for it stays: else no loop could count. Not so
 * checks: a row that nobody looked up would leave the walk at a decision with nothing due.
 */
export function takeChange(walker: Walker, change: { variable: VarName; asks: string; n: number }): Reopened {
  const readers = walker.area.readers.get(change.variable)
  if (readers === undefined) return { from: Number.POSITIVE_INFINITY, decisions: [], checks: [] }
  const root = walker.way
  const beyond = root === null ? null : lastLater(root, change.asks)
  const isReopened = (step: StepId): boolean => beyond === null || !isBefore(beyond.way, step, beyond.place)
  const decisions = readers.decisions.filter(({ step }) => walker.made.has(step.id) && isReopened(step.id))
  for (const { step } of decisions) unmake(walker, step.id)
  append(walker.changes, change.variable, { n: change.n, beyond: beyond?.step ?? null })
  const again = [...decisions.map(({ step }) => step.id), ...readers.confirmsAndActs.filter(isReopened)]
  const places = again.map((step) => root?.places.get(step) ?? Number.POSITIVE_INFINITY)
  return {
    from: places.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY),
    decisions,
    checks: readers.checks,
  }
}

type Later = { readonly way: Way; readonly place: number; readonly step: StepId }

function lastLater(way: Way, asks: string): Later | null {
  for (const fork of way.forks) {
    const found = lastLater(fork, asks)
    if (found !== null) return found
  }
  const visit = way.later.get(asks)?.at(-1)
  return visit === undefined ? null : { way, place: visit.place, step: visit.step.id }
}

function isBefore(way: Way, step: StepId, place: number): boolean {
  const own = way.places.get(step)
  if (own !== undefined) return own < place
  return way.parent !== null && isBefore(way.parent, step, Number.POSITIVE_INFINITY)
}
