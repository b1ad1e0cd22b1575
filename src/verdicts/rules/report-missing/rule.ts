import type { AgentAct } from '../../../base/values/acts.ts'
import type { Seen, SeenTurn } from '../../trial-view/seen.ts'
import { defineRule, failed, passed } from '../rule.ts'

/**
 * Declared protocol: every turn has its report. A missing one is the agent's failure, never dropped. A turn that only
 * closes, says goodbye or hands over owes none: there is nothing left to understand.
 */
export const reportMissing = defineRule({
  id: 'report_missing',
  words: {
    name: 'Report missing',
    broken: 'gave no report',
    meaning: 'A turn under the declared protocol has no report.',
  },
  counted: { hits: 'fails', of: 'turns' },
  failsForGood: true,
  precedes: ['false_closure'],
  withoutDesk: 'always',
  appliesTo: (seen) =>
    seen.protocol === 'observed'
      ? 'observed protocol: nothing is asked'
      : seen.turns.length > 0 || 'the agent had no turn',
  check: (seen) => {
    const { turns } = seen
    const silent = turns.filter((turn) => turn.report === null && owesReport(seen, turn))
    if (silent.length === 0) {
      return [
        passed({
          evidence: turns.map(({ from }) => from),
          basis: 'calls',
          because: 'reported in every turn that owes a report',
        }),
      ]
    }
    const evidence = silent.map(({ reportMissing, from }) => reportMissing ?? from)
    return [
      failed({
        evidence,
        basis: 'calls',
        because: `no report in ${silent.length} of ${turns.length} turns`,
      }),
    ]
  },
})

const COURTESIES: ReadonlySet<AgentAct['act']> = new Set(['sign-off', 'comfort', 'greet'])

function owesReport(seen: Seen, { index, answers }: SeenTurn): boolean {
  const calls = seen.calls.filter(({ turn }) => turn === index)
  const isEnding = ({ role }: { readonly role: string | undefined }): boolean =>
    role === 'close' || role === 'handover'
  if (!calls.every(isEnding)) return true
  const isLeft = answers.act.moves.some((move) => move.do === 'leave')
  const acts = seen.messages
    .filter(({ turn }) => turn === index)
    .flatMap((message) => message.acts.map(({ act }) => act))
  const isGoodbye = acts.some(({ act }) => act === 'sign-off') && acts.every(({ act }) => COURTESIES.has(act))
  return calls.length === 0 && !isLeft && !isGoodbye
}
