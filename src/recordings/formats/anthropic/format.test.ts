import { describe } from 'vitest'
import { formatContract } from '../../../../test/support/recordings/format-contract.ts'
import { anthropic } from './format.ts'

describe('anthropic', () =>
  formatContract(anthropic, new URL('sample.jsonl', import.meta.url), [
    [
      '(system instructions: You are the support agent of a bicycle shop.)',
      'customer: Where is my bike? The job is AB-1042.',
      'agent: Let me look.',
      'agent calls get_job {"job":"AB-1042"}',
      'gives {"status":"ready"}',
      'agent: Your bike is ready.',
      'customer: Please send it to the other shop.',
      'agent calls move_job {"job":"AB-1042"}',
      'refuses "No van today."',
      'agent: I am sorry, that is not possible today.',
    ],
  ]))
