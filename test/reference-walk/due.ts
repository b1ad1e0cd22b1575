import type { StepId } from '../../src/base/values/ids.ts'
import { type Scalar, Special } from '../../src/base/values/value.ts'
import type { StepOf } from '../../src/graph/model/graph.ts'
import type { DueStep } from '../../src/graph/walk/walk-types.ts'
import { type History, handedOver, liveRequests, type Request } from './history.ts'
import { wrongWrite } from './satisfied.ts'
import { valueIn } from './variables.ts'
import { activeOf, eyesOn, type Visit, type Way } from './ways.ts'

/** A due step with the way it is due on; `instead`: the act is impossible, handover is due in its place (A6). */
export type Due = {
  readonly request: Request
  readonly visit: Visit
  readonly way: Way
  readonly instead: boolean
}

/** W2, W4: the steps due now in one request, on every way, in walk order, a step once for each way. */
export function dueIn(history: History, request: Request): readonly Due[] {
  if (handedOver(history)) return []
  return activeOf(history, request).flatMap((way) => dueOn(history, request, way))
}

/** W2 on one way */
export function dueOn(history: History, request: Request, way: Way): readonly Due[] {
  return way
    .filter((visit) => isDue(history, request, visit) && unmetNeeds(visit, way).length === 0)
    .map((visit) => ({ request, visit, way, instead: isImpossible(history, request, visit) }))
}

function isDue(history: History, request: Request, visit: Visit): boolean {
  switch (visit.step.kind) {
    case 'learn':
    case 'check':
    case 'tell':
      return visit.satisfied === null
    case 'confirm':
      return visit.stop
    case 'act':
    case 'handover':
      return visit.stop && visit.nothingOpen
    case 'end':
      return visit.stop && visit.nothingOpen && othersAtEnd(history, request)
    case 'decide':
    case 'resume':
      return false
  }
}

/** W2: needed steps that the walk passed unsatisfied; one it did not pass demands nothing. */
export const unmetNeeds = (visit: Visit, way: Way): readonly StepId[] =>
  visit.step.needs.filter((id) =>
    way.some(({ step, satisfied, stop }) => step.id === id && satisfied === null && !stop),
  )

const othersAtEnd = (history: History, request: Request): boolean =>
  liveRequests(history).every((other) => other === request || isAtEnd(history, other))

const isAtEnd = (history: History, request: Request): boolean =>
  activeOf(history, request).some((way) =>
    way.some(
      (visit) =>
        visit.step.kind === 'end' &&
        (visit.satisfied !== null || (visit.nothingOpen && unmetNeeds(visit, way).length === 0)),
    ),
  )

/** A6: after a wrong write, the act now due can no longer be made. */
function isImpossible(history: History, request: Request, { step }: Visit): boolean {
  if (step.kind !== 'act' || wrongWrite(history, request) === undefined) return false
  return history.around.possible(step.tool, demandedArguments(history, request, step)) === false
}

function demandedArguments(
  history: History,
  request: Request,
  step: StepOf<'act'>,
): Readonly<Record<string, Scalar>> {
  const eyes = eyesOn(history, request, 'now')
  const input: Record<string, Scalar> = {}
  for (const { argument, is, operand } of step.constraints) {
    if (is !== '==' || 'values' in operand) continue
    const value = 'name' in operand ? valueIn(eyes, operand.name) : operand.value
    if (!(value instanceof Special)) input[argument] = value
  }
  return input
}

export function dueSteps(history: History): readonly DueStep[] {
  return liveRequests(history).flatMap((request) => {
    const steps = new Map(dueIn(history, request).map(({ visit, instead }) => [visit.step.id, instead]))
    return [...steps].map(([step, instead]) => ({
      request: request.id,
      step,
      ...(instead ? { instead: 'handover' as const } : {}),
    }))
  })
}

/** W2, W4: would an ending be due now? */
export const isEndingDue = (history: History): boolean =>
  handedOver(history) ||
  liveRequests(history).length === 0 ||
  liveRequests(history).some((request) =>
    dueIn(history, request).some(({ visit }) => visit.step.kind === 'end'),
  )
