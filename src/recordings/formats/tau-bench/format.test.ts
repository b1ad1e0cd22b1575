import { describe } from 'vitest'
import { formatContract } from '../../../../test/support/recordings/format-contract.ts'
import { tauBench } from './format.ts'

describe('tau-bench', () =>
  formatContract(tauBench, new URL('sample.json', import.meta.url), [
    [
      '(system instructions: You are the agent of a small airline. Before you change the database, obtain explicit confirmation (yes) from the user.)',
      'customer: Please cancel my booking BK1042. I am ada_stone_1042.',
      'agent: Shall I cancel booking BK1042?',
      'customer: Yes, please.',
      'agent calls cancel_booking {"booking":"BK1042"}',
      'gives {"booking":"BK1042","status":"cancelled"}',
      'agent: I have cancelled booking BK1042; 25 come back to you.',
      '(customer note: ###STOP###)',
    ],
    [
      '(system instructions: You are the agent of a small airline. Before you change the database, obtain explicit confirmation (yes) from the user.)',
      'customer: Please cancel my booking BK1042. I am ada_stone_1042.',
      'agent: Shall I cancel booking BK1042?',
      'customer: Yes, please.',
      'agent: I have cancelled booking BK1042; 25 come back to you.',
      '(customer note: ###STOP###)',
    ],
  ]))
