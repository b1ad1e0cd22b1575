import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import { acceptableFor, handoverOf } from './outcome.ts'
import type { Seen, SeenAction } from './seen.ts'

/** A handover that was wanted, to somebody else. */
export type WrongReason = {
  readonly action: SeenAction
  readonly because: string
  /** the handovers that were wanted */
  readonly steps: readonly StepId[]
}

/** Handed over where it had to be, for another reason than any acceptable outcome has: it lands on the wrong desk. */
export const wrongReason = memo((seen: Seen): WrongReason | null => {
  const handover = handoverOf(seen)
  const action = seen.actions.find(({ n }) => n === handover?.n)
  if (handover === null || action === undefined) return null
  const wanted = reasonsFor(seen, action)
  if (wanted.length === 0 || wanted.includes('any') || wanted.includes(handover.reason)) return null
  const steps = [...seen.pack.graph.steps.values()].flatMap((step) =>
    step.kind === 'handover' && wanted.includes(step.reason) ? [step.id] : [],
  )
  const because = `the reason must be ${wanted.map((reason) => JSON.stringify(reason)).join(' or ')}; it is ${JSON.stringify(handover.reason)}`
  return { action, because, steps }
})

/** After a wrong write nobody has written down where the matter belongs (A6). */
function reasonsFor(seen: Seen, { request }: SeenAction): readonly string[] {
  const own = seen.requests.filter(
    ({ id, tellsWaived }) => (request === null || id === request) && !tellsWaived,
  )
  return own.flatMap(({ id }) =>
    (acceptableFor(seen.case, id) ?? []).flatMap(({ handover }) => (handover === null ? [] : [handover])),
  )
}
