import { expect, test } from 'vitest'
import { differencesOf } from './run-differences.ts'

const run = (contested?: Readonly<Record<string, readonly string[]>>) => ({
  agents: [{ id: 'a', protocol: 'declared' as const }],
  packs: { desk: 'hash' },
  rules: 2,
  reader: 'lexical 1',
  customer: 'scripted',
  seed: 1,
  ...(contested === undefined ? {} : { contested }),
})
const between = (a: ReturnType<typeof run>, b: ReturnType<typeof run>) =>
  differencesOf(a, b, { a: 'a', b: 'a' })

test('[D8] runs that blame other clauses on the SOP do not compare; a run of 0.1, which does not say, does', () => {
  expect(between(run({ desk: ['1#1', '2#1'] }), run({ desk: ['2#1', '1#1'] }))).toEqual([])
  expect(between(run({ desk: ['1#1'] }), run({ desk: [] }))).toEqual([
    'other clauses of pack desk are contested',
  ])
  expect(between(run({ desk: ['1#1'] }), run())).toEqual([])
  expect(between(run(), run({ desk: ['1#1'] }))).toEqual([])
})
