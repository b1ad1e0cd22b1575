import { leaksIn } from '../../text/leaks.ts'
import { failed, passed, type Rule } from '../rule.ts'

/** Shows the customer what is only for the inside: tool names, rule ids, clause numbers, the SOP word for word. */
export const leakedInternal: Rule = {
  id: 'leaked_internal',
  failsForGood: true,
  withoutDesk: true,
  appliesTo: (seen) => seen.messages.length > 0 || 'the agent said nothing',
  check: (seen) => {
    const rule = 'leaked_internal'
    const found = seen.messages.flatMap(({ n, text }) =>
      leaksIn(text, seen.pack).map((leak) => ({ n, ...leak })),
    )
    if (found.length === 0) {
      return [
        passed({
          rule,
          evidence: seen.messages.map(({ n }) => n),
          basis: 'text',
          because: 'nothing internal was said',
        }),
      ]
    }
    const clauses = [...new Set(found.flatMap(({ clause }) => (clause === null ? [] : [clause])))]
    const because = `said "${[...new Set(found.map(({ said }) => said))].join('", "')}"`
    return [failed({ rule, evidence: found.map(({ n }) => n), basis: 'text', clauses, because })]
  },
}
