import { explainFalse } from '../../base/guards/guard-explain.ts'
import type { StepId } from '../../base/values/ids.ts'
import { ABSENT } from '../../base/values/value.ts'
import type { Step } from '../model/graph.ts'
import { type Action, brokenBy, wouldFit } from './walk-action.ts'
import { type Ahead, type Closed, searchAhead } from './walk-ahead.ts'
import { valueThen } from './walk-decisions.ts'
import { isImpossible } from './walk-due.ts'
import type { Conversation, Request, Visit, Walker, Way } from './walk-state.ts'
import { knownReader } from './walk-values.ts'

/** Why an action is off the path, in the author's words: the false guard with its values, or the broken constraint (A4). */
export type Because = { readonly step: StepId | null; readonly because: string }

export function whyOffPath(
  it: Conversation,
  request: Request,
  action: Action,
  fitting: readonly Step[],
): Because {
  const step = fitting[0]?.id ?? null
  if (request.withdrawn) return { step, because: 'the customer withdrew the request' }
  const { found, closed } = searchAhead(it, request, {
    decidedOnly: false,
    matches: (one) => wouldFit(it, request, action, one),
  })
  if (found !== null) return { step: found.step.id, because: whyNotNow(it, request, action, found) }
  const walkers = [...request.detours.toReversed(), request.main].flatMap((one) => one ?? [])
  return (
    doneAlready(walkers, fitting) ??
    otherBranchAhead({ closed, fitting, walkers }) ??
    otherBranch(walkers, fitting) ??
    otherProcedure(it, request, fitting) ?? { step, because: 'no way leads to it from here' }
  )
}

function whyNotNow(it: Conversation, request: Request, action: Action, { step, agreed }: Ahead): string {
  if (isImpossible(it, request, step)) return 'the back office can no longer do it'
  return brokenBy({ it, request }, action, step, agreed) ?? 'not here'
}

const firstWay = (way: Way): Way => (way.forks[0] === undefined ? way : firstWay(way.forks[0]))

function visitsOf({ way }: Walker): readonly Visit[] {
  const visits: Visit[][] = []
  for (let at = way === null ? null : firstWay(way); at !== null; at = at.parent) visits.unshift(at.visits)
  return visits.flat()
}

function doneAlready(walkers: readonly Walker[], fitting: readonly Step[]): Because | null {
  for (const visit of walkers.flatMap(visitsOf).toReversed()) {
    if (visit.satisfied === null || !fitting.includes(visit.step)) continue
    return { step: visit.step.id, because: `it was done already, in event ${visit.satisfied}` }
  }
  return null
}

/** A decision not made yet, which as things are leads elsewhere. */
function otherBranchAhead(at: {
  closed: readonly Closed[]
  fitting: readonly Step[]
  walkers: readonly Walker[]
}): Because | null {
  const leading = at.walkers.flatMap((walker) => leadingTo(walker, at.fitting))
  for (const { edges, read } of at.closed.toReversed()) {
    for (const { step, leads } of leading) {
      const edge = edges.find((one) => leads.has(one.to))
      if (edge !== undefined) return { step: step.id, because: explainFalse(edge.when, read) }
    }
  }
  return null
}

/** The last decision or confirm the walk passed that could have led to the step. */
function otherBranch(walkers: readonly Walker[], fitting: readonly Step[]): Because | null {
  for (const walker of walkers) {
    const leading = leadingTo(walker, fitting)
    if (leading.length === 0) continue
    for (const visit of visitsOf(walker).toReversed()) {
      for (const { step, leads } of leading) {
        const because = whyNotThere(walker, visit, leads)
        if (because !== null) return { step: step.id, because }
      }
    }
  }
  return null
}

function whyNotThere(walker: Walker, { step, satisfied }: Visit, leads: ReadonlySet<StepId>): string | null {
  if (step.kind === 'confirm') {
    return satisfied === null && leads.has(step.next) ? `the customer said no to ${step.id}` : null
  }
  const made = step.kind === 'decide' ? walker.made.get(step.id) : undefined
  if (step.kind !== 'decide' || made === undefined) return null
  const taken = made.chosen === null ? made.edges : [made.chosen.edge]
  const edge = step.edges.find((one) => leads.has(one.to) && !taken.includes(one))
  if (edge === undefined) return null
  const why = explainFalse(edge.when, (name) => valueThen(made, name) ?? ABSENT)
  return why === '' ? `another way was chosen at ${step.id}` : why
}

function otherProcedure(it: Conversation, request: Request, fitting: readonly Step[]): Because | null {
  for (const step of fitting) {
    const owner = it.index.graph.procedures.find((one) => it.index.areas.get(one.start)?.steps.has(step.id))
    if (owner === undefined) continue
    const why = explainFalse(owner.for, knownReader(it, request))
    if (why !== '') return { step: step.id, because: why }
  }
  return null
}

type Leading = { readonly step: Step; readonly leads: ReadonlySet<StepId> }

/** For each fitting step of a walker's area: all steps from which it can be reached, itself included. */
function leadingTo(walker: Walker, fitting: readonly Step[]): readonly Leading[] {
  return fitting
    .filter((step) => walker.area.steps.has(step.id))
    .slice(0, FITTING_MAX)
    .map((step) => ({ step, leads: allBefore(walker, step.id) }))
}

/** A tool that hundreds of steps use is explained by the first few. */
const FITTING_MAX = 8

function allBefore({ area }: Walker, step: StepId): ReadonlySet<StepId> {
  const before = new Set([step])
  const todo = [step]
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    for (const from of area.before.get(id) ?? []) {
      if (!before.has(from)) todo.push(from)
      before.add(from)
    }
  }
  return before
}
