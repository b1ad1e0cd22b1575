import { describe } from 'vitest'
import { formatContract } from '../../../../test/support/recordings/format-contract.ts'
import { intercom } from './format.ts'

describe('intercom', () =>
  formatContract(intercom, new URL('sample.jsonl', import.meta.url), [
    [
      'customer: Hello, where is my parcel?',
      'agent: It arrives tomorrow.',
      '(agent note: Carrier is late.)',
      'customer: Thanks!',
    ],
  ]))
