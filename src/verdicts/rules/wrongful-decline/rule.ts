import { isDenied, refusals } from '../../trial-view/refusals.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** Refuses what the procedure grants, and leaves it at that. */
export const wrongfulDecline = defineRule({
  id: 'wrongful_decline',
  words: {
    name: 'Wrongful decline',
    broken: 'refused what the SOP grants',
    meaning: 'The agent refused a request that every acceptable outcome grants, and left it at that.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: false,
  appliesTo: (seen) => refusals(seen).length > 0 || 'no refusal was read',
  check: (seen) => {
    const all = refusals(seen)
    const request = seen.requests.find((one) => isDenied(seen, one.id))
    const evidence = all.map(({ n }) => n)
    return [
      request === undefined
        ? passed({
            evidence,
            basis: 'read',
            because: 'what was refused is not granted by every acceptable outcome, or was done after all',
          })
        : failed({
            evidence,
            basis: 'read',
            clauses: seen.case.decidedBy === null ? [] : [seen.case.decidedBy],
            because: 'refused what every acceptable outcome of the case grants, and left it at that',
            request: request.id,
          }),
    ]
  },
})
