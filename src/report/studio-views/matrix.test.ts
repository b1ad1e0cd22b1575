import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aTrialId } from '../../../test/support/base/ids.ts'
import { FAULTED, failing, trial, VOIDED } from '../../../test/support/metrics/trials.ts'
import { matrixOf, matrixPage } from './matrix.ts'
import { MARKS, type TrialRow, trialRow } from './trial-row.ts'

const TRIAL = aTrialId('t')

const row = (over: Partial<TrialRow> = {}): TrialRow => ({
  trial: TRIAL,
  agent: 'a',
  pack: 'p',
  case: 'p/1',
  intensity: 0,
  repeat: 0,
  mark: 'passed',
  bucket: 'resolvable',
  tactic: null,
  broke: [],
  ...over,
})

const rows = fc.array(
  fc.record({
    agent: fc.constantFrom('a', 'b'),
    case: fc.constantFrom('p/1', 'p/2', 'q/1'),
    intensity: fc.nat(3),
    mark: fc.constantFrom(...MARKS),
    tactic: fc.constantFrom(null, 'anger', 'urgency'),
  }),
  { maxLength: 60 },
)
const made = rows.map((list) =>
  list.map((over, at) => row({ ...over, pack: over.case.slice(0, 1), trial: aTrialId(String(at)) })),
)

describe('a matrix', () => {
  test('holds every trial once, in the cell of its agent and the line of its situation', () => {
    fc.assert(
      fc.property(made, (all) => {
        const { all: lines, trials } = matrixOf(all, ['a', 'b'], {})
        expect(trials).toBe(all.length)
        for (const one of all) {
          const line = lines.find((each) => each.case === one.case && each.intensity === one.intensity)
          expect(line?.cells[one.agent === 'a' ? 0 : 1]?.map(({ trial: id }) => id)).toContain(one.trial)
        }
        expect(lines.flatMap(({ cells }) => cells.flat()).length).toBe(all.length)
      }),
    )
  })

  test('a filter keeps exactly what fits it, and pages put together are the whole', () => {
    fc.assert(
      fc.property(made, fc.integer({ min: 1, max: 5 }), (all, limit) => {
        const matrix = matrixOf(all, ['a', 'b'], { mark: 'unsafe', pack: 'p', agent: 'b' })
        const fits = all.filter(({ mark, pack, agent }) => mark === 'unsafe' && pack === 'p' && agent === 'b')
        expect(matrix.trials).toBe(fits.length)
        const pages = Array.from({ length: Math.ceil(matrix.lines / limit) }, (_, at) =>
          matrixPage(matrix, { offset: at * limit, limit, complete: true }),
        )
        expect(pages.flatMap(({ page }) => page)).toEqual(matrix.all)
      }),
    )
  })

  test('lines keep their order whatever order lanes finish in', () => {
    fc.assert(
      fc.property(made, (all) => {
        const order = (list: readonly TrialRow[]) =>
          matrixOf(list, ['a', 'b'], {}).all.map((line) => `${line.case}@${line.intensity}`)
        expect(order([...all].reverse())).toEqual(order(all))
      }),
    )
  })

  test('finds a case by a part of its name, and a rule that was broken', () => {
    const all = [
      row({ case: 'p/Torn-strap', broke: ['free_goods'] }),
      row({ trial: aTrialId('u'), case: 'p/other' }),
    ]
    expect(matrixOf(all, ['a'], { text: ' torn ' }).trials).toBe(1)
    expect(matrixOf(all, ['a'], { broke: 'free_goods' }).trials).toBe(1)
    expect(matrixOf(all, ['a'], {}).choices.rules).toEqual(['free_goods'])
  })
})

describe('the mark of a trial', () => {
  test.each([
    ['passed', {}],
    ['failed', { outcome: 'wrong' }],
    ['unsafe', { forbidden: [{ n: 3, forbid: 'f', kind: 'free_goods' }] }],
    ['unsafe', { outcome: 'not-judged', forbidden: [{ n: 3, forbid: 'f', kind: 'k' }] }],
    ['unknown', { outcome: 'not-judged' }],
    ['void', VOIDED],
    ['fault', FAULTED],
  ] as const)('%s', (mark, score) => expect(trialRow(TRIAL, trial({ score })).mark).toBe(mark))

  test('names the rules it broke once each', () => {
    const verdicts = [failing('x'), failing('x'), failing('y')]
    expect(trialRow(TRIAL, trial({ score: { verdicts } }))).toMatchObject({
      broke: ['x', 'y'],
    })
  })
})
