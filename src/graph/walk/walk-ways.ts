import type { VarName } from '../../base/guards/guard.ts'
import type { StepId } from '../../base/values/ids.ts'
import { Special } from '../../base/values/value.ts'
import type { Edge, StepOf } from '../model/graph.ts'
import { tellsAll } from './held.ts'
import { type Answer, answerTo, calledAt, endings, handovers, toldAt, waivedAt } from './walk-deeds.ts'
import {
  edgeOf,
  type Front,
  type History,
  isOn,
  type Made,
  type Request,
  type Visit,
  type Way,
} from './walk-history.ts'
import { type Area, actOf, stepOf } from './walk-index.ts'
import { actualReader, claimsOf } from './walk-values.ts'

/** Where a step of the walk stands: in this request, on the walk of this procedure or detour. */
export type Scene = { readonly history: History; readonly request: Request; readonly area: Area }

/** `n`: the present event. `told`: tells satisfied so far; they stay so, whatever the rows hold by now (A5). */
type Walking = Scene & { readonly n: number; readonly told: readonly Visit[] }

/** More ways than this at once wait for an earlier choice (S3): they multiply with each. */
const WAYS_MAX = 128

/** W1: from the start over satisfied and open steps to where the walk stops, on each way through choices that are not made. */
export function waysFrom(walking: Walking, from: number): readonly Way[] {
  const start = stepOf(walking.history.index.graph, walking.area.start)
  const ways: Way[] = []
  const todo: (Way & { readonly front: Front })[] = [
    { visits: [], choices: [], front: { step: start, since: from, round: null, answered: [] } },
  ]
  let leaves = 1
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const visits = [...next.visits]
    let onward: readonly Onward[] = [next]
    while (onward.length === 1) {
      for (const { front } of onward) {
        const visit = visitOf(walking, visits, front)
        onward = onwardsOf(walking, visits, visit)
        visits.push(visit)
      }
    }
    if (onward.length === 0 || leaves + onward.length - 1 > WAYS_MAX) {
      ways.push({ visits, choices: next.choices })
      continue
    }
    leaves += onward.length - 1
    for (const { front, choice = [] } of onward.toReversed())
      todo.push({ visits, choices: [...next.choices, ...choice], front })
  }
  return ways
}

type Onward = { readonly front: Front; readonly choice?: Way['choices'] }

/** Where the walk goes on after a step; nowhere: it stops there. */
function onwardsOf(walking: Walking, visits: readonly Visit[], visit: Visit): readonly Onward[] {
  const { step } = visit
  if (step.kind === 'act' && visit.satisfied === null) return []
  if (step.kind !== 'decide') return passed(walking, visits, visit).map((front) => ({ front }))
  const made = madeAt(walking.request, step, visit)
  if (made === null) return []
  const edge = edgeOf(made)
  return (edge === undefined ? made.edges : [edge]).map((taken) => ({
    front: leave(walking, visit, { made, edge: taken, looped: made.looped ?? walking.n }),
    choice: [{ step: step.id, edge: taken }],
  }))
}

/** Where a step other than a decision leads; a confirm by its answer. */
export function passed(scene: Scene, visits: readonly Visit[], front: Front): readonly Front[] {
  const { step } = front
  if (step.kind === 'confirm') {
    const answer = answerAt(scene, visits, front, step)
    const to = answer?.yes === true ? step.next : step.ifRefused
    if (answer === null || to === null) return []
    const tool = actOf(scene.history.index.graph, step)?.tool
    return [{ ...goTo(scene, front, to), answered: [...front.answered, { tool, n: answer.n }] }]
  }
  return 'next' in step ? [goTo(scene, front, step.next)] : []
}

export const goTo = ({ history }: Scene, { since, round, answered }: Front, to: StepId): Front => ({
  step: stepOf(history.index.graph, to),
  since,
  round,
  answered,
})

/** The way on from a decision; `looped`: the beginning of the round that a loop's edge begins. */
export function leave(
  scene: Scene,
  front: Front,
  { made, edge, looped }: { readonly made: Made | null; readonly edge: Edge; readonly looped: number | null },
): Front {
  const onward = goTo(scene, front, edge.to)
  const since = made?.remade === true ? Math.max(front.since, made.n) : front.since
  return { ...onward, since, round: edge.loops ? looped : front.round }
}

/** A decision as it is made; in a later round, if it was made in that round (V3). */
export function madeAt({ made }: Request, step: StepOf<'decide'>, { round }: Front): Made | null {
  const found = made.get(step.id) ?? null
  if (found === null || step.round === 1) return found
  return round === null || found.n < round ? null : found
}

function visitOf(walking: Walking, visits: readonly Visit[], front: Front): Visit {
  const { step, since, round, answered } = front
  const answer = step.kind === 'confirm' ? answerAt(walking, visits, front, step) : null
  const agreed = answer?.yes === true ? answer.agreed : null
  const satisfied = (): number | null => {
    if (step.kind === 'confirm') return answer?.yes === true ? answer.n : null
    if (step.kind === 'decide') {
      const made = madeAt(walking.request, step, front)
      return made === null || edgeOf(made) === undefined ? null : made.n
    }
    const told = walking.told.find((one) => one.step === step && one.since === since && one.round === round)
    return told?.satisfied ?? satisfiedAt(walking, visits, front)
  }
  return { step, since, round, answered, satisfied: satisfied(), agreed }
}

/** S8: deeds count for a step only after this event. Infinite in a loop round that has not begun. */
function sinceOf({ history, request, area }: Scene, visits: readonly Visit[], front: Front): number {
  const { index } = history
  const { step } = front
  const round = step.round > 1 ? (front.round ?? Number.POSITIVE_INFINITY) : 0
  const tool = step.kind === 'confirm' ? actOf(index.graph, step)?.tool : undefined
  const answered = tool === undefined ? undefined : front.answered.findLast((one) => one.tool === tool)
  const inputs = index.inputs.get(step.id) ?? []
  const changed = request.changes.findLast(
    (change) =>
      change.area === area &&
      restsOn(inputs, change.variable) &&
      (change.beyond === null || isOn(visits, change.beyond)),
  )
  return Math.max(front.since, round, answered?.n ?? 0, changed?.n ?? 0)
}

/** A row that came or went changes every column of it. */
export const restsOn = (bases: readonly VarName[], changed: VarName): boolean =>
  bases.some((base) => base === changed || base.startsWith(`${changed}.`))

/** S1 to S7: the event that satisfied a step; null: none did. */
export function satisfiedAt(scene: Scene, visits: readonly Visit[], front: Front): number | null {
  const { history, request } = scene
  const { step } = front
  const since = sinceOf(scene, visits, front)
  switch (step.kind) {
    case 'learn':
      return learnedAt(scene, front, step)
    case 'check':
      return checkedAt(scene, front, step)
    case 'tell': {
      const around = { read: actualReader(history, request), today: history.around.today }
      const told = toldAt(history, request, { step, since, complete: (said) => tellsAll(step, said, around) })
      const waived = waivedAt(history, request)
      return told === null ? waived : Math.min(told, waived ?? told)
    }
    case 'act':
      return calledAt(history, request, step.id, since)
    case 'handover':
      return handovers(history).find((n) => n > since) ?? null
    case 'end':
      return endings(history).find((n) => n > since) ?? null
    default:
      return null
  }
}

/** S4: how a confirm that comes after the given visits was answered. */
export const answerAt = (
  scene: Scene,
  visits: readonly Visit[],
  front: Front,
  step: StepOf<'confirm'>,
): Answer | null => answerTo(scene.history, scene.request, step, sinceOf(scene, visits, front))

function learnedAt(
  { history, request }: Scene,
  front: Front,
  { field, round }: StepOf<'learn'>,
): number | null {
  const claims = claimsOf(history, request.id, field)
  if (round === 1) return claims[0]?.n ?? null
  const began = front.round ?? Number.POSITIVE_INFINITY
  return claims.find(({ n }) => n > began)?.n ?? null
}

function checkedAt({ request }: Scene, front: Front, { record, round }: StepOf<'check'>): number | null {
  const bound = request.records.get(record)
  if (bound === undefined || !bound.settled) return null
  if (round === 1) return bound.since
  const began = front.round ?? Number.POSITIVE_INFINITY
  return bound.key instanceof Special ? front.round : (bound.reads.find((n) => n > began) ?? null)
}
