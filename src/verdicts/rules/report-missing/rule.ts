import { failed, passed, type Rule } from '../rule.ts'

/** Declared protocol: every turn has its report. A missing one is the agent's failure, never dropped. */
export const reportMissing: Rule = {
  id: 'report_missing',
  failsForGood: true,
  withoutDesk: true,
  appliesTo: (seen) =>
    seen.protocol === 'observed'
      ? 'observed protocol: nothing is asked'
      : seen.turns.length > 0 || 'the agent had no turn',
  check: ({ turns }) => {
    const silent = turns.filter(({ report }) => report === null)
    const rule = 'report_missing'
    if (silent.length === 0) {
      return [
        passed({
          rule,
          evidence: turns.map(({ from }) => from),
          basis: 'calls',
          because: 'reported in every turn',
        }),
      ]
    }
    const evidence = silent.map(({ reportMissing, from }) => reportMissing ?? from)
    return [
      failed({
        rule,
        evidence,
        basis: 'calls',
        because: `no report in ${silent.length} of ${turns.length} turns`,
      }),
    ]
  },
}
