import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aCase, aClause } from '../../test/support/base/ids.ts'
import type { Asserts } from './asserts.ts'
import type { Case, Outcome } from './case.ts'
import { readCases } from './case-file.ts'
import { writeCases } from './write-cases.ts'

const slug = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,12}$/)
const word = fc.stringMatching(/^[a-z][a-z_]{0,10}$/)
/** Everything YAML may take for something else: numbers, dates, yes, null, indicators, several lines. */
const text = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.constantFrom(
    '1042',
    '2026-03-10',
    'yes',
    'null',
    '~',
    '- a',
    '# no',
    'a: b',
    ' two\nlines ',
    "it's",
    '"',
  ),
)
const scalar = fc.oneof(text, fc.boolean(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
const level = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const)
const dictionary = <Value>(value: fc.Arbitrary<Value>) =>
  fc.dictionary(word, value, { maxKeys: 3, noNullPrototype: true })
const names = fc.array(word, { maxLength: 2 })

const request = fc.record({
  intent: word,
  wants: text,
  knows: dictionary(scalar),
  cannot: names,
  refuses: names,
  volunteers: names,
  truth: dictionary(scalar),
  says_no_to: names,
  corrects: fc.array(fc.record({ field: word, value: scalar, after_turn: fc.integer({ min: 1, max: 5 }) }), {
    maxLength: 1,
  }),
  asked_again: dictionary(
    fc.array(fc.oneof(scalar, fc.constant({ lack: 'refused' as const })), { minLength: 1, maxLength: 2 }),
  ),
  shows: dictionary(fc.record({ as: fc.constantFrom('attachment' as const, 'pasted' as const), text })),
  comes: fc.oneof(
    fc.constantFrom('at-start' as const, 'after-first' as const),
    fc.record({ instead_after_turn: fc.integer({ min: 1, max: 5 }) }),
  ),
})
const requests = fc.array(request, { minLength: 1, maxLength: 3 })
const card = fc.record(
  {
    name: text,
    tone: fc.constantFrom('calm' as const, 'angry' as const),
    language: fc.constantFrom('en', 'de'),
    requests,
    lies: text,
    hides: text,
    manner: fc.constantFrom<('fragments' | 'late')[]>([], ['fragments']),
    speaks_for: text,
    yields_after: fc.constantFrom<[number, number, number, number]>([1, 1, 2, 3], [0, 1, 1, 2]),
    patience: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: ['name', 'tone', 'language', 'requests', 'manner', 'yields_after', 'patience'] },
)
const outcome: fc.Arbitrary<Outcome> = fc.record({
  writes: fc.array(fc.record({ tool: word, with: dictionary(scalar) }), { maxLength: 2 }),
  handover: fc.option(word),
  declined: fc.option(word),
})
const outcomes = fc.array(outcome, { minLength: 1, maxLength: 2 })

const anyCase: fc.Arbitrary<Case> = fc
  .record({
    id: slug.map((id) => aCase(`desk/${id}`)),
    bucket: fc.constantFrom('resolvable' as const, 'must-escalate' as const, 'adversarial' as const),
    trap: fc.option(slug),
    motive: slug.map((words) => `about ${words}`.slice(0, 100)),
    opens: fc.option(text.map((words) => words.trim()).filter((words) => words !== '')),
    card,
    records: dictionary(text),
    sets: dictionary(dictionary(dictionary(fc.oneof(scalar, fc.constant(null))))),
    tactic: fc.option(word),
    intensity: level,
    intensities: fc.uniqueArray(level, { minLength: 1 }),
    acceptable: fc.oneof(
      fc.constant<readonly Outcome[][]>([[]]),
      fc.array(outcomes, { minLength: 1, maxLength: 3 }),
    ),
    decidedBy: fc.option(text.map((words) => aClause(`s${words.replaceAll('#', '')}#2`))),
    twin: fc.option(slug.map((id) => aCase(`desk/${id}`))),
    asserts: fc.option(
      fc.constantFrom<Asserts>(
        { called: ['look_up', { send: { id: '007' } }] },
        { escalated: false, says: ['/a b/'] },
      ),
      { nil: undefined },
    ),
  })
  .map(({ asserts, ...each }) => ({
    ...each,
    ...(asserts === undefined ? {} : { asserts }),
    pack: 'desk',
    planned: false,
    disturbance: null,
    at: { file: '', line: 1, column: 1 },
  }))

test('what is written is read again as it was', () => {
  fc.assert(
    fc.property(fc.array(anyCase, { maxLength: 4 }), (cases) => {
      const { cases: read, problems } = readCases(
        'desk',
        'cases/x.yaml',
        writeCases(cases, 'made up\n\nfor a test'),
      )
      expect(problems).toEqual([])
      expect(read.map(({ case: each }) => ({ ...each, at: null }))).toEqual(
        cases.map((each) => ({ ...each, at: null })),
      )
    }),
    { numRuns: 100 },
  )
})

test('a planned case is the author’s own once it is read; what has its default is not written', () => {
  const [planned] = fc.sample(anyCase, { numRuns: 1, seed: 1 })
  if (planned === undefined) throw new TypeError('fast-check gave no case')
  const plain: Case = {
    ...planned,
    planned: true,
    opens: null,
    sets: {},
    intensity: 0,
    intensities: [0],
    card: {
      name: 'Ada',
      tone: 'calm',
      language: 'en',
      yields_after: [1, 1, 2, 3],
      patience: 4,
      manner: [],
      requests: [
        {
          intent: 'ask',
          wants: 'to know',
          knows: {},
          cannot: [],
          refuses: [],
          volunteers: [],
          truth: {},
          says_no_to: [],
          corrects: [],
          asked_again: {},
          shows: {},
          comes: 'at-start',
        },
      ],
    },
  }
  const file = writeCases([plain], 'one')
  expect(file).toContain('card:\n    name: Ada\n    intent: ask\n    wants: to know\n')
  expect(file).not.toMatch(/sets|intensit|patience|knows/)
  expect(readCases('desk', 'cases/x.yaml', file).cases[0]?.case.planned).toBe(false)
})
