import { describe } from 'vitest'
import { formatContract } from '../../../../test/support/recordings/format-contract.ts'
import { aiSdk } from './format.ts'

describe('ai-sdk', () =>
  formatContract(aiSdk, new URL('sample.jsonl', import.meta.url), [
    [
      'customer: Is my bike ready? AB-1042',
      'agent calls get_job {"job":"AB-1042"}',
      'gives {"status":"ready"}',
      'agent: Yes, it is ready.',
    ],
    [
      'customer: Is my bike ready? AB-1043',
      'agent calls get_job {"job":"AB-1043"}',
      'gives {"status":"waiting"}',
      'agent: Not yet.',
    ],
  ]))
