import { expect, test } from 'vitest'
import type { Rate } from '../base/rate.ts'
import { judgeGate, parseGate } from './gates.ts'
import { withEnds } from './rule-metrics.ts'

const RATE: Rate = { value: 0.1, hits: 2, of: 20, low: 0.03, high: 0.3, runs: [2], median: 2 }

test('[M11] a rate on words has two ends: all unjudged right, and all wrong', () => {
  expect(withEnds(RATE, 0, 'lower')).toBe(RATE)
  expect(withEnds(RATE, 5, 'lower')).toMatchObject({ not_judged: 5, ends: [2 / 25, 7 / 25] })
  expect(withEnds(RATE, 5, 'higher')).toMatchObject({ ends: [7 / 25, 2 / 25] })
})

test('[M11, M17] a gate holds only if it holds at both ends', () => {
  const met = (text: string, rate: Rate): boolean | null => {
    const parsed = parseGate(text)
    return 'gate' in parsed ? judgeGate(parsed.gate, { phantom_action: rate }, { because: 'none' }).met : null
  }
  const rate: Rate = { ...RATE, not_judged: 5, ends: [2 / 25, 7 / 25] }
  expect(met('phantom_action.value <= 0.2', RATE)).toBe(true)
  expect(met('phantom_action.value <= 0.2', rate)).toBe(false)
  expect(met('phantom_action.value <= 0.3', rate)).toBe(true)
  expect(met('phantom_action.hits <= 4', rate)).toBe(false)
  expect(met('phantom_action.hits <= 7', rate)).toBe(true)
})
