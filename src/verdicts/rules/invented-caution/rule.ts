import type { Step } from '../../../graph/model/graph.ts'
import type { Finding } from '../../model/score.ts'
import { decidingClauses, mayEscalate } from '../../trial-view/escalation.ts'
import { handoverOf } from '../../trial-view/outcome.ts'
import { isDenied } from '../../trial-view/refusals.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { tellsOf } from '../../trial-view/ways.ts'
import { defineRule, failed, passed } from '../rule.ts'

/**
 * Careful beyond the SOP: handed over or refused for a reason that no rule for such requests has. A reason that the SOP has and
 * that does not hold here is over-escalation or a wrongful decline, and not this.
 */
export const inventedCaution = defineRule({
  id: 'invented_caution',
  words: {
    name: 'Invented caution',
    broken: 'invented a rule',
    meaning:
      'What the desk settles itself was handed over, or what the SOP grants was refused, for a reason that no rule for such requests has.',
  },
  counted: { hits: 'fails', of: 'applicable', bucket: 'resolvable' },
  failsForGood: false,
  explains: ['outcome_accuracy'],
  appliesTo: (seen) => !mayEscalate(seen) || 'a colleague may have it',
  check: (seen) => [handoverFinding(seen) ?? declineFinding(seen) ?? fine(seen)],
})

const fine = (seen: Seen): Finding =>
  passed({
    evidence: [seen.end],
    basis: 'calls',
    because: 'nothing was handed over or refused for a reason that the SOP does not have',
  })

function handoverFinding(seen: Seen): Finding | null {
  const handover = handoverOf(seen)
  if (handover === null || reasonsIn(seen).has(handover.reason)) return null
  return failed({
    evidence: [handover.n],
    basis: 'calls',
    clauses: decidingClauses(seen),
    because: `handed over for "${handover.reason}", which is no reason to hand over such a request`,
  })
}

function declineFinding(seen: Seen): Finding | null {
  const refusal = seen.actions.find(
    ({ what, request }) =>
      'act' in what &&
      what.act === 'decline' &&
      what.about !== undefined &&
      request !== null &&
      !isReason(seen, what.about) &&
      isDenied(seen, request),
  )
  if (refusal === undefined) return null
  return failed({
    evidence: [refusal.n],
    basis: 'read',
    clauses: decidingClauses(seen),
    because: 'refused for a reason that the SOP does not have for such a request',
    request: refusal.request,
  })
}

/** Does the step belong to a procedure that was asked for, or to a detour, which may come anywhere? */
const isFor = ({ pack: { graph }, requests }: Seen, step: Step): boolean =>
  requests.some(({ procedure }) => procedure === step.procedure) ||
  !graph.procedures.some(({ id }) => id === step.procedure)

const reasonsIn = (seen: Seen): ReadonlySet<string> =>
  new Set(
    [...seen.pack.graph.steps.values()].flatMap((step) =>
      step.kind === 'handover' && isFor(seen, step) ? [step.reason] : [],
    ),
  )

/** Does the SOP refuse such a request for this? */
const isReason = (seen: Seen, topic: string): boolean =>
  tellsOf(seen.pack.graph, topic).some(
    (step) => step.kind === 'tell' && step.act === 'decline' && isFor(seen, step),
  )
