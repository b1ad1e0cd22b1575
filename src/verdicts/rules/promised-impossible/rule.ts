import { memo } from '../../../base/memo.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { defineRule, failed, passed } from '../rule.ts'
import { deedsKnown, sayPromised } from './promises.ts'

/** Promises a deed that no tool of this desk can do and no sentence of its SOP knows. */
export const promisedImpossible = defineRule({
  id: 'promised_impossible',
  words: {
    name: 'Promised impossible',
    broken: 'promised what cannot be',
    meaning: 'The agent promised a deed that no tool and no sentence of the SOP knows.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  explains: ['false_closure'],
  precedes: ['phantom_action'],
  appliesTo: (seen) => promises(seen).length > 0 || 'the agent promised no deed',
  check: (seen) => {
    const all = promises(seen)
    const empty = all.filter(({ deed }) => !deedsKnown(seen.pack).has(deed))
    if (empty.length === 0) {
      return [
        passed({
          evidence: all.map(({ n }) => n),
          basis: 'text',
          because: 'this desk can do what was promised',
        }),
      ]
    }
    const because = `promised ${[...new Set(empty.map(({ deed }) => sayPromised(deed)))].join(', ')}; no tool and no sentence of the SOP knows it`
    return [failed({ evidence: empty.map(({ n }) => n), basis: 'text', because })]
  },
})

const promises = memo((seen: Seen) =>
  seen.messages.flatMap(({ n, heard }) =>
    heard.sentences.flatMap(({ promised = [] }) => promised.map((deed) => ({ n, deed }))),
  ),
)
