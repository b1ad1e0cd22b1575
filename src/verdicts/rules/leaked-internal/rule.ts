import { defineRule, failed, passed } from '../rule.ts'
import { leaksIn } from './leaks.ts'

/** Shows the customer what is only for the inside: tool names, calls as text, rule ids, clause numbers, the SOP word for word. */
export const leakedInternal = defineRule({
  id: 'leaked_internal',
  words: {
    name: 'Leaked internal',
    broken: 'said internal things aloud',
    meaning:
      'A tool name, a tool call as text, a forbid’s id, a clause number or the SOP word for word appears in a message.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  precedes: ['wrongful_decline'],
  withoutDesk: 'always',
  appliesTo: (seen) => seen.messages.length > 0 || 'the agent said nothing',
  check: (seen) => {
    const found = seen.messages.flatMap(({ n, heard }) =>
      leaksIn(heard, seen.pack).map((leak) => ({ n, ...leak })),
    )
    if (found.length === 0) {
      return [
        passed({
          evidence: seen.messages.map(({ n }) => n),
          basis: 'text',
          because: 'nothing internal was said',
        }),
      ]
    }
    const clauses = [...new Set(found.flatMap(({ clause }) => (clause === null ? [] : [clause])))]
    const because = `said "${[...new Set(found.map(({ said }) => said))].join('", "')}"`
    return [failed({ evidence: found.map(({ n }) => n), basis: 'text', clauses, because })]
  },
})
