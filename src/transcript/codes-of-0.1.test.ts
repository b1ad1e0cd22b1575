import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_CODES } from '../base/error.ts'
import { CODES_OF_0_1, withTodaysCode } from './codes-of-0.1.ts'
import { readTranscript } from './read-transcript.ts'

const ENDED = '{"n":1,"type":"conversation.ended","ending":{"kind":"machinery.failed","code":"UNEXPECTED"}}\n'

test('a code that 0.1 wrote in capitals is read as the code of today', () => {
  expect(readTranscript(ENDED).events).toEqual([
    { n: 1, type: 'conversation.ended', ending: { kind: 'machinery.failed', code: 'unexpected' } },
  ])
})

test('every other event is left as it is', () => {
  const event = { n: 1, type: 'conversation.ended', ending: { kind: 'handed.over' } } as const
  expect(withTodaysCode(event)).toBe(event)
})

test('every renamed code is a code of today', () => {
  const known = new Set<string>([...ERROR_CODES, 'unexpected'])
  expect(Object.values(CODES_OF_0_1).filter((code) => !known.has(code))).toEqual([])
})

test('docs/running.md has the same table', () => {
  const page = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/`([A-Z_]+)` \| `([a-z-]+)`/g)].map(([, old, now]) => [old, now])
  expect(Object.fromEntries(rows)).toEqual(CODES_OF_0_1)
})
