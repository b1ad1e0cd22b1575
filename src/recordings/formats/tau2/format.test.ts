import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatContract, readAll, recordsOf } from '../../../../test/support/recordings/format-contract.ts'
import { tau2 } from './format.ts'

describe('tau2', () =>
  formatContract(tau2, new URL('sample.json', import.meta.url), [
    [
      '(system instructions: You are the agent of a shop. Obtain explicit confirmation before any change.)',
      'agent: Hi! How can I help you today?',
      'customer: Please return item 8042 of order #W1042.',
      'used 100+10',
      'agent: Shall I return item 8042 of order #W1042?',
      'used 200+12',
      'customer: Yes.',
      'agent calls return_items {"order":"#W1042","items":["8042"]}',
      'gives {"status":"return requested"}',
      'agent: The return of item 8042 has been requested.',
      'customer: Thanks.',
    ],
    [
      '(system instructions: You are the agent of a shop. Obtain explicit confirmation before any change.)',
      'agent: Hi! How can I help you today?',
      'customer: Please return item 8042 of order #W1042.',
      'used 100+10',
      'agent: Shall I return item 8042 of order #W1042?',
      'used 200+12',
      'customer: Yes.',
      'agent: The return of item 8042 has been requested.',
      'customer: Thanks.',
    ],
    [
      '(system instructions: You are the agent of a shop. Obtain explicit confirmation before any change.)',
      'agent: Hi! How can I help you today?',
      'customer: Please return item 8042 of order #W1042.',
      'used 100+10',
      'agent: Shall I return item 8042 of order #W1042?',
      'used 200+12',
      'customer: Yes.',
      'agent calls return_items {"order":"#W1042","items":["8042"]}',
      'gives {"status":"return requested"}',
      'agent: The return of item 8042 has been requested.',
      'customer: Thanks.',
    ],
  ]))

test('tasks settle the outcome only where deeds and words can', () => {
  const found = readAll(tau2, recordsOf(tau2, readFileSync(new URL('sample.json', import.meta.url), 'utf8')))
  expect(found.map(({ task }) => task?.settles)).toEqual(['all', 'all', 'nothing'])
  expect(found.map(({ published }) => published?.passed)).toEqual([true, false, true])
})

test('a file whose conversations do not belong to their tasks is refused with the reason', () => {
  const sample = readFileSync(new URL('sample.json', import.meta.url), 'utf8')
  const mixed = sample
    .replaceAll('#W1042', '#W9999')
    .replaceAll('8042', '7777')
    .replace(/"tasks": [\s\S]*"simulations"/, sample.match(/"tasks": [\s\S]*"simulations"/)?.[0] ?? '')
  const reader = tau2.open({ file: 'mixed', columns: {} })
  for (const record of recordsOf(tau2, mixed)) reader.take(record)
  expect(reader.end().problems.map(({ code }) => code)).toEqual(['tasks-mismatched'])
})
