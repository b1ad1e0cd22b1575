import { describe } from 'vitest'
import { formatContract } from '../../../../test/support/recordings/format-contract.ts'
import { zendesk } from './format.ts'

describe('zendesk', () =>
  formatContract(zendesk, new URL('sample.json', import.meta.url), [
    [
      'customer: One of the cups is broken.',
      '(agent note: Second time this week.)',
      'agent: I am sorry.\nA new cup & a note are on their way.',
    ],
  ]))
