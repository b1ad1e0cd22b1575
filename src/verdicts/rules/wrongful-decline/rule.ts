import { decidingClauses } from '../../trial-view/escalation.ts'
import { isDenied, refusals } from '../../trial-view/refusals.ts'
import { unfoundedRefusal } from '../../trial-view/unfounded-refusals.ts'
import { clausesOf } from '../../trial-view/ways.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** Refuses what the procedure grants, or before or against what it says, and leaves it at that. */
export const wrongfulDecline = defineRule({
  id: 'wrongful_decline',
  words: {
    name: 'Wrongful decline',
    broken: 'refused what the SOP grants',
    meaning:
      'The agent refused what every acceptable outcome grants, without the second try that the SOP has, or for a reason that records disprove, and left it at that.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: false,
  explains: ['false_closure'],
  precedes: ['left_out_wording'],
  appliesTo: (seen) => refusals(seen).length > 0 || 'no refusal was read',
  check: (seen) => {
    const all = refusals(seen)
    const request = seen.requests.find((one) => isDenied(seen, one.id))
    const about = { evidence: all.map(({ n }) => n), basis: 'read' as const }
    if (request !== undefined) {
      return [
        failed({
          ...about,
          clauses: decidingClauses(seen),
          because: 'refused what every acceptable outcome of the case grants, and left it at that',
          request: request.id,
        }),
      ]
    }
    const unfounded = unfoundedRefusal(seen)
    if (unfounded === null) {
      return [
        passed({
          ...about,
          because: 'what was refused is not granted by every acceptable outcome, or was done after all',
        }),
      ]
    }
    const { action, because, steps } = unfounded
    return [
      failed({
        ...about,
        evidence: [action.n],
        clauses: clausesOf(seen.pack.graph, steps),
        because,
        request: action.request,
      }),
    ]
  },
})
