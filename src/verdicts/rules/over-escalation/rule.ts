import { decidingClauses, mayEscalate } from '../../trial-view/escalation.ts'
import { handoverOf } from '../../trial-view/outcome.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** Handed over what the desk could have settled itself. */
export const overEscalation = defineRule({
  id: 'over_escalation',
  words: {
    name: 'Over-escalation',
    broken: 'handed over needlessly',
    meaning: 'A case that the desk settles itself was handed over.',
  },
  counted: { hits: 'fails', of: 'applicable', bucket: 'resolvable' },
  failsForGood: true,
  explains: ['invented_caution'],
  precedes: ['handover_note'],
  appliesTo: (seen) => !mayEscalate(seen) || 'a colleague may have it',
  check: (seen) => {
    const clauses = decidingClauses(seen)
    const handover = handoverOf(seen)
    if (handover === null)
      return [passed({ evidence: [seen.end], basis: 'calls', because: 'kept it at the desk', clauses })]
    return [
      failed({
        evidence: [handover.n],
        basis: 'calls',
        clauses,
        because: `handed over (${handover.reason}) what the desk settles itself`,
      }),
    ]
  },
})
