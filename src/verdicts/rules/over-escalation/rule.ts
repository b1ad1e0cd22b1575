import { decidingClauses, mayEscalate } from '../../trial-view/escalation.ts'
import { handoverOf } from '../../trial-view/outcome.ts'
import { failed, passed, type Rule } from '../rule.ts'

/** Handed over what the desk could have settled itself. */
export const overEscalation: Rule = {
  id: 'over_escalation',
  failsForGood: true,
  appliesTo: (seen) => !mayEscalate(seen) || 'a colleague may have it',
  check: (seen) => {
    const about = { rule: 'over_escalation', basis: 'calls' as const, clauses: decidingClauses(seen) }
    const handover = handoverOf(seen)
    if (handover === null) return [passed({ ...about, evidence: [seen.end], because: 'kept it at the desk' })]
    return [
      failed({
        ...about,
        evidence: [handover.n],
        because: `handed over (${handover.reason}) what the desk settles itself`,
      }),
    ]
  },
}
