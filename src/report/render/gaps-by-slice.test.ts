import { expect, test } from 'vitest'
import { agent, rate, report } from '../fixtures.ts'
import type { Metrics } from '../result/run-result.ts'
import { gapsBySlice } from './gaps-by-slice.ts'
import { sectionsToText } from './sections-to-text.ts'
import { twoAxesSection } from './two-axes-section.ts'

const score = (value: number) => ({ value, n: 10, low: value - 0.01, high: value + 0.01 })
const slice = (gap: number): Metrics => ({ execution_gap: score(gap), empathy_resilience: score(gap / 2) })

test('both gaps stand by desk and by intensity, with intervals', () => {
  const mine = agent(
    'mine',
    {},
    { packs: { a: slice(0.1), b: slice(0.2) }, intensity: { '0': slice(0.3), '3': slice(0.4) } },
  )
  const dose = {
    agent: 'mine',
    cases: 4,
    curve: [
      { intensity: 0 as const, logic: score(0.9), quality: score(0.9) },
      { intensity: 3 as const, logic: score(0.5), quality: score(0.9), resilience: score(0.44) },
    ],
    kept: { logic: score(0.5), quality: score(1) },
  }
  const text = sectionsToText(gapsBySlice(report([mine], { parts: { doses: [dose] } })))
  expect(text).toMatch(/ a +10 % \(9 to 11\) +- +5 % \(4 to 6\)/)
  expect(text).toMatch(/intensity 0 +30 % \(29 to 31\) +- +-/)
  expect(text).toMatch(/intensity 3 +40 % \(39 to 41\) +- +44 % \(43 to 45\)/)
})

test('nothing is said where there is one desk at one intensity', () => {
  expect(gapsBySlice(report([agent('mine', {}, { packs: { a: slice(0.1) } })]))).toEqual([])
})

test('logic against quality: a point for each agent that was rated', () => {
  const rated = agent('smooth', { action_accuracy: rate(1, 4), quality: score(0.9) })
  const text = sectionsToText(
    twoAxesSection(report([rated, agent('silent', { action_accuracy: rate(3, 4) })])),
  )
  expect(text).toMatch(/s +smooth +25 % \(15 to 35\) +90 % \(89 to 91\)/)
  expect(text).not.toContain('silent')
})
