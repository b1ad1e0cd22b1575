import { describe } from 'vitest'
import { formatContract } from '../../../../test/support/recordings/format-contract.ts'
import { otel } from './format.ts'

describe('otel', () =>
  formatContract(otel, new URL('sample.json', import.meta.url), [
    [
      '(system instructions: You are the support agent of a bicycle shop.)',
      'customer: Is my bike ready? AB-1042',
      'agent calls get_job {"job":"AB-1042"}',
      'gives {"status":"ready"}',
      'agent: Yes, it is ready.',
      'used 120+9',
    ],
  ]))
