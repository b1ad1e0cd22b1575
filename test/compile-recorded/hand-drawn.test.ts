import { describe, expect, test } from 'vitest'
import { parseSop } from '../../src/sop/parse-sop.ts'
import { areProceduresHere, RECORDED, readData } from './data.ts'
import { callsInOrder } from './guidelines.ts'
import { readHandDrawn } from './hand-drawn.ts'
import { handDrawnScores } from './tables.ts'

/** What was measured, and a little room: no floor of the issue's, which has one for the authors' own drawing only. */
const FOUND_MIN = 26

describe.skipIf(!areProceduresHere())('paths drawn by hand (skipped where ../shared/data is absent)', () => {
  test('every line of the drawing begins a sentence of a section it belongs to', () => {
    const sop = parseSop('workflow.md', readData(RECORDED.workflow))
    const lines = new Set([...sop.clauses.values()].map(({ at }) => `${at.line}`))
    const drawn = readHandDrawn(readData(RECORDED.handDrawn))
    expect(drawn.map(({ path, drawn: decisions }) => [path, decisions.length])).toEqual([
      ['2.1', 15],
      ['2.2', 8],
      ['3', 11],
    ])
    const asked = drawn.flatMap((one) => Object.values(one.lines).flatMap((each) => Object.keys(each.lines)))
    expect(asked.filter((line) => !lines.has(line))).toEqual([])
  })

  test(`at least ${FOUND_MIN} of 34 decisions are found`, () => {
    const rows = handDrawnScores().flatMap(({ score }) => score.rows)
    expect(rows).toHaveLength(34)
    expect(rows.filter(({ found }) => found).length).toBeGreaterThanOrEqual(FOUND_MIN)
  })
})

test.each([
  [['a', 'b', 'c'], ['a', 'c'], 2],
  [['a', 'b', 'c'], ['c', 'b', 'a'], 1],
  [['a', 'b'], [], 0],
  [[], ['a'], 0],
  [['a', 'b', 'c'], ['x', 'a', 'y', 'b', 'c'], 3],
])('calls of %j that %j makes in order: %i', (expected, found, calls) => {
  expect(callsInOrder({ expected, found })).toBe(calls)
})
