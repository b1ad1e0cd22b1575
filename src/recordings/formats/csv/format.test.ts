import { describe, expect, test } from 'vitest'
import { formatContract, recordsOf } from '../../../../test/support/recordings/format-contract.ts'
import { csv } from './format.ts'

describe('csv', () =>
  formatContract(csv, new URL('sample.csv', import.meta.url), [
    [
      'customer: Hello, where is my parcel?',
      'agent: Let me look.',
      'agent calls get_parcel {"parcel":"P-1042"}',
      'gives {"status":"on its way"}',
      'agent: It is on its way.\nIt arrives tomorrow.',
    ],
    ['customer: Thanks'],
  ]))

test('columns with other names are named by a mapping; rows of a conversation stand together', () => {
  const records = recordsOf(csv, 'id,who,says\n1,Client,Hi\n1,Bot,Hello\n2,Client,Hi\n1,Bot,Again\n')
  const open = (columns: Readonly<Record<string, string>>) => {
    const reader = csv.open({ file: 'f', columns })
    for (const record of records) reader.take(record)
    return reader.end().problems.map(({ code, line }) => `${code} ${line}`)
  }
  expect(open({})).toEqual(['columns-missing 2'])
  expect(open({ conversation: 'id', from: 'who', text: 'says' })).toEqual(['rows-scattered 5'])
})
