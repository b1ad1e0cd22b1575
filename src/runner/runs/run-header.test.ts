import { expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import { HEADER } from '../../../test/support/runner/run-header.ts'
import {
  HEADER_VERSION,
  headerWithJudges,
  readComparable,
  readRunHeader,
  runHeaderIfReadable,
  writeRunHeader,
} from './run-header.ts'

const runWith = (header: string) => ({ id: aRunId('r'), header })
test('a header is read back as it was written', () => {
  const header = readRunHeader(runWith(HEADER))
  expect(header).toEqual(JSON.parse(HEADER))
  const { version, ...rest } = header
  expect([version, JSON.parse(writeRunHeader(rest))]).toEqual([HEADER_VERSION, header])
})

test.each([undefined, HEADER_VERSION - 1, HEADER_VERSION + 1])(
  'a header of another version (%s) is refused, never half read',
  (version) => {
    const other = runWith(JSON.stringify({ ...JSON.parse(HEADER), version }))
    expect(() => readRunHeader(other)).toThrow('The header of run r cannot be read.')
    expect(runHeaderIfReadable(other)).toBeUndefined()
  },
)

test.each(['{}', 'no JSON', '{"request":{}}', ''])(
  'a damaged header (%s) is an error with a hint, or nothing',
  (text) => {
    expect(() => readRunHeader(runWith(text))).toThrow('cannot be read')
    expect(runHeaderIfReadable(runWith(text))).toBeUndefined()
  },
)

test('judges are added once; a run that has them keeps its text', () => {
  expect(headerWithJudges(runWith(HEADER), ['lexical'])).toBe(HEADER)
  const more = headerWithJudges(runWith(HEADER), ['lexical', 'house:big'])
  const { request } = readRunHeader(runWith(more))
  expect(request).toEqual({ ...readRunHeader(runWith(HEADER)).request, judges: ['lexical', 'house:big'] })
})

test('what runs are compared by: agents, packs, rules, reader, customer, seed', () => {
  expect(readComparable(runWith(HEADER))).toEqual({
    agents: [{ id: 'oracle', protocol: 'declared' }],
    customer: 'scripted',
    seed: 1,
    packs: { desk: '1f98' },
    rules: 1,
    reader: 'lexical 1',
    catastrophes: ['leaked_address'],
    contested: {},
  })
})
