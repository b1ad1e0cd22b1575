import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { areProceduresHere } from './compile-recorded/data.ts'
import { compiledSubflows, drawnScore, figures, guidelineScores } from './compile-recorded/tables.ts'

const F1_MIN = 0.8
const EXACT_MIN = 20
const GUARDS_MIN = 100

// Procedures of others are read in place and never copied here; without them there is nothing to measure on.
describe.skipIf(!areProceduresHere())(
  'procedures that others wrote (skipped where ../shared/data is absent)',
  () => {
    test(`the drawn decisions of the first troubleshooting path: F1 at least ${F1_MIN}`, () => {
      const { rows, f1 } = drawnScore()
      expect(rows).toHaveLength(11)
      expect(f1).toBeGreaterThanOrEqual(F1_MIN)
    })

    test(`29 guidelines: at least ${EXACT_MIN} main paths exact`, () => {
      const scores = guidelineScores()
      expect(scores).toHaveLength(29)
      expect(scores.filter(({ exact }) => exact).length).toBeGreaterThanOrEqual(EXACT_MIN)
    })

    test(`of 142 "if" phrases at least ${GUARDS_MIN} are guards citing their sentence, and none is dropped`, () => {
      const phrases = guidelineScores().flatMap((score) => score.phrases)
      expect(phrases).toHaveLength(142)
      expect(phrases.filter(({ guard }) => guard).length).toBeGreaterThanOrEqual(GUARDS_MIN)
      expect(phrases.filter(({ guard, because }) => !guard && because === '')).toEqual([])
    })

    test('the graphs of all guidelines are sound', () => {
      expect(compiledSubflows().filter(({ problems }) => problems.length > 0)).toEqual([])
    })

    test('docs/compile.md carries the figures of this version', () => {
      const page = readFileSync(join(packageRoot(), 'docs/compile.md'), 'utf8')
      for (const figure of figures()) expect(page).toContain(figure)
    })
  },
)
