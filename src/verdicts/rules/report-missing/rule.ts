import { defineRule, failed, passed } from '../rule.ts'

/** Declared protocol: every turn has its report. A missing one is the agent's failure, never dropped. */
export const reportMissing = defineRule({
  id: 'report_missing',
  words: {
    name: 'Report missing',
    broken: 'gave no report',
    meaning: 'A turn under the declared protocol has no report.',
  },
  counted: { hits: 'fails', of: 'turns' },
  failsForGood: true,
  withoutDesk: 'always',
  appliesTo: (seen) =>
    seen.protocol === 'observed'
      ? 'observed protocol: nothing is asked'
      : seen.turns.length > 0 || 'the agent had no turn',
  check: ({ turns }) => {
    const silent = turns.filter(({ report }) => report === null)
    if (silent.length === 0) {
      return [
        passed({
          evidence: turns.map(({ from }) => from),
          basis: 'calls',
          because: 'reported in every turn',
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
