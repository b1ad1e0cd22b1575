import { expect, test } from 'vitest'
import { aRunId } from '../../base/values/ids-testing.ts'
import {
  HEADER_VERSION,
  headerWithJudges,
  readComparable,
  readRunHeader,
  runHeaderIfReadable,
  writeRunHeader,
} from './run-header.ts'
import { HEADER_0_1 } from './run-header-0.1.fixture.ts'

const runWith = (header: string) => ({ id: aRunId('r'), header })
const changed = (change: (header: Record<string, unknown>) => void) => {
  const header: Record<string, unknown> = JSON.parse(HEADER_0_1)
  change(header)
  return runWith(JSON.stringify(header))
}

test('a header of 0.1 says the same as one of today, but for its version', () => {
  const { version, ...header } = readRunHeader(runWith(HEADER_0_1))
  expect(version).toBe(HEADER_VERSION)
  // 0.1 stored the settings of every kind of agent; each kind now has only its own.
  const { mapping, model, options, stateless, ...oracle } = JSON.parse(HEADER_0_1).request.agents[0]
  // 0.1 had a recogniser for agents that do not report; today every message has a reader. It also played in threads.
  const { recogniser: _, workers: __, ...request } = JSON.parse(HEADER_0_1).request
  expect(header).toEqual({
    ...JSON.parse(HEADER_0_1),
    versions: { ...JSON.parse(HEADER_0_1).versions, reader: 'patterns' },
    request: { ...request, reader: 'lexical', forks: null, agents: [oracle] },
  })
  const today = writeRunHeader(header)
  expect(JSON.parse(today)).toMatchObject({ version: HEADER_VERSION })
  expect(readRunHeader(runWith(today))).toEqual({ version, ...header })
})

test('settings that the first runs did not know have a default', () => {
  const first = changed((header) => {
    const { limits, budget, workers, reader, baseline, prices, providers, ...request } = Object(
      header['request'],
    )
    header['request'] = request
    for (const name of ['files', 'mixed', 'planned']) delete header[name]
  })
  const header = readRunHeader(first)
  expect(header).toMatchObject({ files: {}, mixed: [], request: { reader: 'lexical', prices: [] } })
  expect('planned' in header).toBe(false)
})

test('a header of a later version is refused, never half read', () => {
  const later = changed((header) => {
    header['version'] = HEADER_VERSION + 1
  })
  expect(() => readRunHeader(later)).toThrow('The header of run r cannot be read.')
  expect(runHeaderIfReadable(later)).toBeUndefined()
})

test.each(['{}', 'no JSON', '{"request":{}}', ''])(
  'a damaged header (%s) is an error with a hint, or nothing',
  (text) => {
    expect(() => readRunHeader(runWith(text))).toThrow('cannot be read')
    expect(runHeaderIfReadable(runWith(text))).toBeUndefined()
  },
)

test('judges are added once; a run that has them keeps its text', () => {
  expect(headerWithJudges(runWith(HEADER_0_1), ['lexical'])).toBe(HEADER_0_1)
  const more = headerWithJudges(runWith(HEADER_0_1), ['lexical', 'house:big'])
  const { request } = readRunHeader(runWith(more))
  expect(request).toEqual({ ...readRunHeader(runWith(HEADER_0_1)).request, judges: ['lexical', 'house:big'] })
})

test('what runs are compared by: agents, packs, rules, reader, customer, seed', () => {
  expect(readComparable(runWith(HEADER_0_1))).toEqual({
    agents: [{ id: 'oracle', protocol: 'declared' }],
    customer: 'scripted',
    seed: 1,
    packs: { desk: '1f98' },
    rules: 1,
    reader: 'patterns',
    catastrophes: ['leaked_address'],
  })
})
