import { memo } from '../../../base/memo.ts'
import { agentActToText } from '../../../transcript/transcript-text.ts'
import type { AgentMessage, Seen } from '../../trial-view/seen.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** Reports that its words did something of which no word stands there (E2). */
export const reportAgainstWords = defineRule({
  id: 'report_against_words',
  words: {
    name: 'Report against words',
    broken: 'reported what it did not say',
    meaning: 'A step report names something that the words of its turn do not do.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  precedes: ['report_missing'],
  withoutDesk: 'always',
  appliesTo: (seen) => reporting(seen).length > 0 || 'no words were reported',
  check: (seen) => {
    const all = reporting(seen)
    const against = all.filter((message) => message.against.length > 0)
    if (against.length === 0)
      return [
        passed({
          evidence: all.map(({ n }) => n),
          basis: 'read',
          because: 'every act that was reported may stand in the words',
        }),
      ]
    const acts = against.flatMap((message) => message.against.map(agentActToText))
    return [
      failed({
        evidence: against.map(({ n }) => n),
        basis: 'read',
        because: `reported ${[...new Set(acts)].join(', ')}; the words do not say so`,
      }),
    ]
  },
})

const reporting = memo(({ messages }: Seen): readonly AgentMessage[] =>
  messages.filter(({ reported }) => reported.length > 0),
)
