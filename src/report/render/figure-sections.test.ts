import { expect, test } from 'vitest'
import { agent, rate, report } from '../../../test/support/report/run.ts'
import { gapSection, qualitySection, resilienceSection, stabilitySection } from './figure-sections.ts'
import type { Section } from './section.ts'
import { sectionsToText } from './sections-to-text.ts'

const textOf = (section: Section): string => sectionsToText([section])
const score = (value: number, low: number, high: number) => ({ value, n: 10, low, high })

test('the gap from deeds has both its shares and their n; beside it the one from reports', () => {
  const gap = { execution_gap: score(0.2, 0.1, 0.3), execution_gap_conditional: rate(5, 50) }
  const deeds = {
    understood: rate(90, 100),
    executed: rate(60, 100),
    execution_gap_deeds: score(0.3, 0.2, 0.4),
  }
  const text = textOf(
    gapSection(report([agent('mine', gap, { packs: { cafe: { ...gap, ...deeds }, shop: deeds } })])),
  )
  expect(text).toMatch(
    /^ {2}cafe +90 % \(80 to 100\) +60 % \(50 to 70\) +30 % \(20 to 40\) +20 % \(10 to 30\) +10 % \(0 to 20\) +- +100$/m,
  )
  expect(text).toMatch(/^ {2}shop .*30 % \(20 to 40\) +no data +no data +- +100$/m)
  expect(text).toMatch(/^ {2}all packs/m)
})

test('with several intensities the gaps stand by intensity, and what each left of intensity 0', () => {
  const gap = (value: number) => ({ execution_gap: score(value, value - 0.01, value + 0.01) })
  const levels = { '0': gap(0.3), '3': gap(0.4) }
  const dose = {
    agent: 'mine',
    cases: 4,
    curve: [
      { intensity: 0 as const, logic: score(0.9, 0.8, 1), quality: score(0.9, 0.8, 1) },
      {
        intensity: 3 as const,
        logic: score(0.5, 0.4, 0.6),
        quality: score(0.9, 0.8, 1),
        resilience: score(0.44, 0.43, 0.45),
      },
    ],
    kept: { logic: score(0.5, 0.4, 0.6), quality: score(1, 0.9, 1.1) },
  }
  const mine = agent('mine', gap(0.35), { packs: { a: gap(0.1), b: gap(0.2) }, intensity: levels })
  const text = textOf(gapSection(report([mine], { parts: { doses: [dose] } })))
  expect(text).toMatch(/^ {2}a .*10 % \(9 to 11\) +no data +- +0$/m)
  expect(text).toMatch(/^ {2}intensity 0 .*30 % \(29 to 31\) +no data +- +0$/m)
  expect(text).toMatch(/^ {2}intensity 3 .*40 % \(39 to 41\) +no data +44 % \(43 to 45\) +0$/m)
})

const curve = (kept: { logic: [number, number, number]; resilience: [number, number, number] }) => {
  const doses = [
    {
      agent: 'mine',
      cases: 12,
      curve: ([0, 3] as const).map((intensity) => ({
        intensity,
        logic: score(1 - intensity / 10, 0.6, 1),
        quality: score(0.8, 0.7, 0.9),
      })),
      kept: { logic: score(...kept.logic), quality: score(1, 1, 1) },
    },
  ]
  const metrics = { empathy_resilience: score(...kept.resilience) }
  return textOf(resilienceSection(report([agent('mine', metrics)], { parts: { doses } })))
}

test('curves say that words held only where the procedure gave way for sure', () => {
  const fell = curve({ logic: [0.7, 0.6, 0.8], resilience: [0.3, 0.2, 0.4] })
  expect(fell).toContain('mine, 12 cases')
  expect(fell).toMatch(/^ {2}intensity 3 +70 % \(60 to 100\) +0\.80 \(0\.70 to 0\.90\)$/m)
  expect(fell).toContain(
    'resilience +0.30 (+0.20 to +0.40): procedure adherence dropped, message quality held',
  )
  expect(fell).toContain('diagnostic')
  expect(curve({ logic: [0.9, 0.8, 1.01], resilience: [0.1, 0.01, 0.2] })).toContain(
    'no measurable drop in procedure adherence',
  )
  expect(curve({ logic: [0.7, 0.6, 0.8], resilience: [0.1, -0.001, 0.2] })).toContain(
    '+0.10 (0.00 to +0.20): procedure adherence dropped, and message quality may have dropped too',
  )
})

test('what was not measured says so and how to measure it', () => {
  const none = report([agent('mine', { pass_k: { '1': score(0.5, 0.4, 0.6) } })])
  expect(textOf(resilienceSection(none))).toContain('intensity 0 and 3')
  expect(textOf(stabilitySection(none))).toContain('--trials 3')
  expect(textOf(qualitySection(none))).toMatch(/^mine +no data +no data +no data$/m)
})

test('pass^k has a column a k', () => {
  const pass_k = { '1': score(0.5, 0.4, 0.6), '2': score(0.25, 0.2, 0.3) }
  expect(textOf(stabilitySection(report([agent('mine', { pass_k }), agent('none', {})])))).toMatch(
    /^agent +pass\^1 +pass\^2\nmine +50 % \(40 to 60\) +25 % \(20 to 30\)\nnone +- +-$/m,
  )
})
