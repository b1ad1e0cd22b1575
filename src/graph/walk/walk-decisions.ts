import type { ReadVar, VarName } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import type { StepId } from '../../base/values/ids.ts'
import { UNKNOWN, type Value } from '../../base/values/value.ts'
import type { Edge, Step } from '../model/graph.ts'
import { append } from './walk-deeds.ts'
import type { Decision } from './walk-index.ts'
import { type Conversation, type Made, placeOn, type Request, type Walker, type Way } from './walk-state.ts'
import { fieldValue, knownReader } from './walk-values.ts'

/** Where a step of the walk stands: in this conversation, request and walker. */
export type Scene = { readonly it: Conversation; readonly request: Request; readonly walker: Walker }

/** V4: is everything the decision reads settled? */
export function isSettled({ it, request }: Omit<Scene, 'walker'>, decision: Decision): boolean {
  for (const field of decision.fields) if (fieldValue(it, request, field) === UNKNOWN) return false
  for (const record of decision.needsRecords) if (request.records.get(record)?.settled !== true) return false
  return true
}

/** V3: makes the decisions that are settled and need not be reached first. */
export function latch(scene: Scene, n: number): void {
  for (const decision of scene.walker.area.decisions) {
    if (decision.late || scene.walker.made.has(decision.step.id) || !isSettled(scene, decision)) continue
    make(scene, decision, { n, read: knownReader(scene.it, scene.request) })
  }
}

export function make({ walker }: Scene, decision: Decision, { n, read }: { n: number; read: ReadVar }): Made {
  const { step } = decision
  const edges = edgesHolding(decision, read)
  const values = decision.reads.map(read)
  const remade = walker.unmade.has(step.id)
  const made: Made = { decision, n, remade, edges, values, chosen: null, looped: null }
  walker.made.set(step.id, made)
  return made
}

/** The first edge whose guard holds; every one where the choice is the agent's. */
export function edgesHolding({ step }: Decision, read: ReadVar): readonly Edge[] {
  const holding = step.edges.filter(({ when }) => evaluate(when, read))
  return step.choice === 'agent' ? holding : holding.slice(0, 1)
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

/** What a change means for a walk: where it must be walked again, and what is to be looked up again. */
export type Reopened = { readonly from: number; readonly checks: readonly StepId[] }

/**
 * A variable changed (V6): unmakes the decisions that read it and remembers the change for confirms and acts. What the
 * walk passed before the last learn (or check) of a later round that asks for it stays: else no loop could count. Not so
 * checks: a row that nobody looked up would leave the walk at a decision with nothing due.
 */
export function takeChange(walker: Walker, variable: VarName, n: number): Reopened {
  const readers = walker.area.readers.get(variable)
  if (readers === undefined) return { from: Number.POSITIVE_INFINITY, checks: [] }
  const root = walker.way
  const beyond = root === null ? null : lastLater(root, variable)
  const isReopened = (step: StepId): boolean => beyond === null || !isBefore(beyond.way, step, beyond.place)
  const decisions = readers.decisions.map(({ step }) => step.id)
  const unmade = decisions.filter((id) => walker.made.has(id) && isReopened(id))
  for (const id of unmade) unmake(walker, id)
  append(walker.changes, variable, { n, beyond: beyond?.step ?? null })
  const again = [...unmade, ...readers.confirmsAndActs.filter(isReopened)]
  const places = again.map((id) => (root === null ? -1 : placeOn(root, id))).filter((place) => place >= 0)
  return { from: Math.min(...places), checks: readers.checks }
}

type Later = { readonly way: Way; readonly place: number; readonly step: StepId }

function lastLater(way: Way, variable: VarName): Later | null {
  for (const fork of way.forks) {
    const found = lastLater(fork, variable)
    if (found !== null) return found
  }
  const place = way.visits.findLastIndex(({ step }) => step.round > 1 && asksFor(step, variable))
  const visit = way.visits[place]
  return visit === undefined ? null : { way, place, step: visit.step.id }
}

/** Is it this learn, or this check of the record or of one of its columns, that brings the variable? */
function asksFor(step: Step, variable: VarName): boolean {
  if (step.kind === 'learn') return variable === `fields.${step.field}`
  return step.kind === 'check' && `${variable}.`.startsWith(`records.${step.record}.`)
}

function isBefore(way: Way, step: StepId, place: number): boolean {
  const own = placeOn(way, step)
  if (own >= 0) return own < place
  return way.parent !== null && isBefore(way.parent, step, Number.POSITIVE_INFINITY)
}
