import { explainFalse } from '../../base/guards/guard-explain.ts'
import type { StepId } from '../../base/values/ids.ts'
import { ABSENT } from '../../base/values/value.ts'
import type { Edge, Step } from '../model/graph.ts'
import { reachable } from '../model/next-of.ts'
import { type Action, brokenBy, wouldFit } from './walk-action.ts'
import { type Closed, searchAhead } from './walk-ahead.ts'
import { isImpossible } from './walk-due.ts'
import {
  type Arguments,
  edgeOf,
  type History,
  type Request,
  type Visit,
  type Walked,
} from './walk-history.ts'
import { waysTo } from './walk-index.ts'
import { knownReader } from './walk-values.ts'

/** Why an action is off the path, in the author's words: the false guard with its values, or the broken constraint (A4). */
export type Because = { readonly step: StepId | null; readonly because: string }

export function whyOffPath(
  history: History,
  request: Request,
  action: Action,
  fitting: readonly Step[],
): Because {
  const step = fitting[0]?.id ?? null
  if (request.withdrawn) return { step, because: 'the customer withdrew the request' }
  const { found, closed } = searchAhead(history, request, {
    decidedOnly: false,
    matches: (one) => wouldFit(history, request, action, one),
  })
  if (found !== null) return { step: found.step.id, because: whyNotNow(history, request, action, found) }
  const leading = request.walks.flatMap((walk) => leadingTo(history, walk, fitting))
  return (
    doneAlready(request, fitting) ??
    otherBranchAhead(closed, leading) ??
    otherBranch(request, leading) ??
    otherProcedure(history, request, fitting) ?? { step, because: 'no way leads to it from here' }
  )
}

function whyNotNow(
  history: History,
  request: Request,
  action: Action,
  { step, agreed }: { readonly step: Step; readonly agreed: Arguments | null },
): string {
  if (isImpossible(history, request, step)) return 'the back office can no longer do it'
  return brokenBy(history, request, { action, step, agreed }) ?? 'not here'
}

/** with an unmade choice: on the first of the ways */
const passedOn = ({ ways }: Walked): readonly Visit[] => ways[0]?.visits ?? []

function doneAlready({ walks }: Request, fitting: readonly Step[]): Because | null {
  const done = walks
    .flatMap(passedOn)
    .findLast(({ step, satisfied }) => satisfied !== null && fitting.includes(step))
  if (done === undefined) return null
  return { step: done.step.id, because: `it was done already, in event ${done.satisfied}` }
}

/** A decision not made yet, which as things are leads elsewhere. */
function otherBranchAhead(closed: readonly Closed[], leading: readonly Leading[]): Because | null {
  for (const { edges, read } of closed.toReversed()) {
    for (const { step, leads } of leading) {
      const edge = edges.find((one) => leads.has(one.to))
      if (edge !== undefined) return { step: step.id, because: explainFalse(edge.when, read) }
    }
  }
  return null
}

/** The last decision or confirm the walk passed that could have led to the step. */
function otherBranch(request: Request, leading: readonly Leading[]): Because | null {
  for (const visit of request.walks.flatMap((walk) => passedOn(walk).toReversed())) {
    for (const { step, leads } of leading) {
      const because = whyNotThere(request, visit, leads)
      if (because !== null) return { step: step.id, because }
    }
  }
  return null
}

function whyNotThere(
  request: Request,
  { step, satisfied }: Visit,
  leads: ReadonlySet<StepId>,
): string | null {
  if (step.kind === 'confirm')
    return satisfied === null && leads.has(step.next) ? `the customer said no to ${step.id}` : null
  const made = request.made.get(step.id)
  if (step.kind !== 'decide' || made === undefined) return null
  const taken = edgeOf(made)
  const isTaken = (edge: Edge): boolean => (taken === undefined ? made.edges.includes(edge) : edge === taken)
  const edge = step.edges.find((one) => leads.has(one.to) && !isTaken(one))
  if (edge === undefined) return null
  const why = explainFalse(edge.when, (name) => made.values.get(name) ?? ABSENT)
  return why === '' ? `another way was chosen at ${step.id}` : why
}

function otherProcedure(history: History, request: Request, fitting: readonly Step[]): Because | null {
  const { graph, areas } = history.index
  for (const step of fitting) {
    const owner = graph.procedures.find((one) => areas.get(one.start)?.steps.has(step.id))
    if (owner === undefined) continue
    const why = explainFalse(owner.for, knownReader(history, request))
    if (why !== '') return { step: step.id, because: why }
  }
  return null
}

type Leading = { readonly step: Step; readonly leads: ReadonlySet<StepId> }

/** For each fitting step of a walk's area: all steps from which it can be reached, itself included. */
const leadingTo = (history: History, { area }: Walked, fitting: readonly Step[]): readonly Leading[] =>
  fitting
    .filter((step) => area.steps.has(step.id))
    .slice(0, FITTING_MAX)
    .map((step) => {
      const ways = waysTo(history.index.graph)
      return { step, leads: reachable([step.id], (id) => (ways.get(id) ?? []).map(({ from }) => from)) }
    })

/** A tool that hundreds of steps use is explained by the first few. */
const FITTING_MAX = 8
