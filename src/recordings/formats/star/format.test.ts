import { describe } from 'vitest'
import { formatContract } from '../../../../test/support/recordings/format-contract.ts'
import { star } from './format.ts'

describe('star', () =>
  formatContract(star, new URL('sample.jsonl', import.meta.url), [
    [
      '(other note: instruct: Ask for your bike.)',
      'customer: Is my bike ready?',
      '(agent note: request_suggestions: job number)',
      'agent: What is the job number?',
      'customer: AB-1042',
      'agent calls job_status {"Job":"AB-1042"}',
      'gives {"Status":"ready"}',
      'agent: Yes, it is ready.',
    ],
  ]))
