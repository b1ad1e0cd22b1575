import { outcomeOf } from '../../trial-view/outcome.ts'
import { perTrial } from '../../trial-view/per-trial.ts'
import type { AgentMessage, Seen } from '../../trial-view/seen.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** Refuses what the procedure grants, and leaves it at that. */
export const wrongfulDecline = defineRule({
  id: 'wrongful_decline',
  words: {
    name: 'Wrongful decline',
    broken: 'refused what the SOP grants',
    meaning: 'The agent refused a request that every acceptable outcome grants, and did nothing for it.',
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
            because: 'refused what every acceptable outcome of the case grants, and nothing was done for it',
            request: request.id,
          }),
    ]
  },
})

/** Messages that say no, and that the customer took for a no. */
const refusals = perTrial((seen): readonly AgentMessage[] =>
  seen.messages.filter(({ n, reading }) => {
    const declines = reading.sentences.flatMap(({ acts }) => acts.filter(({ kind }) => kind === 'decline'))
    if (declines.length === 0) return false
    const answer = seen.heard.find((heard) => heard.n > n)
    return (
      declines.some(({ sure }) => sure) ||
      answer?.act.moves.some((move) => move.do === 'leave' && move.because === 'declined') === true
    )
  }),
)

/** Every acceptable outcome does something for the request, and nothing at all was done for it. */
export function isDenied(seen: Seen, id: string): boolean {
  const request = seen.requests.find((one) => one.id === id)
  if (request === undefined || request.withdrawn) return false
  const { reached, acceptable, hit } = outcomeOf(seen, request)
  return (
    hit === undefined &&
    acceptable !== undefined &&
    acceptable.length > 0 &&
    acceptable.every(({ writes }) => writes.length > 0) &&
    reached.writes.length === 0 &&
    reached.handover === null &&
    seen.heard.some(({ act }) => act.moves.some((move) => move.do === 'leave' && move.because === 'declined'))
  )
}
