import { expect, test } from 'vitest'
import { agent, rate, report } from '../fixtures.ts'
import {
  gapSection,
  maskedSection,
  resilienceSection,
  safetySection,
  stabilitySection,
} from './figure-sections.ts'
import { axisOver, intervalBar } from './interval-bar.ts'
import { marksFor } from './scatter.ts'
import type { Section } from './section.ts'
import { sectionsToText } from './sections-to-text.ts'

const textOf = (section: Section): string => sectionsToText([section])
const score = (value: number, low: number, high: number) => ({ value, n: 10, low, high })

test('a bar shows value and interval on its axis, and where zero is', () => {
  expect(intervalBar(score(0.5, 0.2, 0.7), { from: 0, to: 1, columns: 11 })).toBe('|  ---o--   |')
  expect(intervalBar(score(0.5, 0.4, 0.6), { from: -1, to: 1, columns: 11 })).toBe('|     : -o  |')
  expect(intervalBar(score(9, -9, 9), { from: 0, to: 1, columns: 3 })).toBe('|--o|')
})

test('an axis begins at zero unless something lies below, and ends at the next tenth', () => {
  expect(axisOver([score(0.1, 0.05, 0.31)], 5)).toEqual({ from: 0, to: 0.4, columns: 5 })
  expect(axisOver([score(0, -0.04, 0.3)], 5)).toEqual({ from: -0.1, to: 0.3, columns: 5 })
  expect(axisOver([], 5)).toEqual({ from: 0, to: 0.1, columns: 5 })
})

test('letters: the first of the name, else another of it', () => {
  expect([...marksFor(['oracle', 'other', 'o', '1']).values()]).toEqual(['o', 't', 'a', 'b'])
})

const desk = (unsafe: number, over: number, resolved: number) => ({
  unsafe_actions: rate(unsafe, 100),
  over_escalation: rate(over, 100),
  resolution: rate(resolved, 100),
})

test('idle, escalating and pleasing agents stand in different corners', () => {
  const text = textOf(
    safetySection(
      report([
        agent('do-nothing', desk(0, 0, 0)),
        agent('always-escalate', desk(0, 100, 0)),
        agent('people-pleaser', desk(48, 0, 100)),
        agent('unmeasured', {}),
      ]),
    ),
  )
  const plot = text.split('\n').filter((line) => line.includes(' |'))
  expect(plot).toHaveLength(11)
  expect(plot[0]).toMatch(/^ +50 % \|p people-pleaser +\|$/)
  expect(plot[10]).toMatch(/^ +0 % \|d do-nothing +always-escalate a\|$/)
  expect(text).toMatch(/^u {2}unmeasured +no data +no data/m)
})

test('points on one spot share brackets, and a crowd loses its names before it leaves the plot', () => {
  const crowd = ['ada', 'bob', 'cleo'].map((name) => agent(`${name}-${'x'.repeat(30)}`, desk(0, 99, 0)))
  expect(textOf(safetySection(report(crowd)))).toMatch(/\| +\(abc\)\|/)
})

test('both forms of the gap by pack; without reports there is none', () => {
  const gap = { execution_gap: score(0.2, 0.1, 0.3), execution_gap_conditional: rate(5, 50) }
  const text = textOf(
    gapSection(
      report([agent('mine', gap, { packs: { cafe: gap, shop: { execution_gap: { value: null, of: 0 } } } })]),
    ),
  )
  expect(text).toMatch(/^ {2}cafe +\| +-+o-+ *\| {2}20 % \(10 to 30\) +\|-+o-+ *\| {2}10 % \(0 to 20\) +10$/m)
  expect(text).toMatch(/^ {2}shop +no data +no data$/m)
  expect(text).toMatch(/^ {2}all packs/m)
  expect(textOf(gapSection(report([agent('mine', {})])))).toContain('Not measured')
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
  expect(fell).toMatch(
    /^ {2}intensity 3 +\|.*o.*\| {2}70 % \(60 to 100\) +\|.*\| {2}0\.80 \(0\.70 to 0\.90\)$/m,
  )
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
  expect(textOf(resilienceSection(none))).toContain('--intensity 0,1,2,3')
  expect(textOf(stabilitySection(none))).toContain('--trials 3')
  expect(textOf(maskedSection(none))).toMatch(/^mine +nothing broken +not rated$/m)
})

test('pass^k has a column a k', () => {
  const pass_k = { '1': score(0.5, 0.4, 0.6), '2': score(0.25, 0.2, 0.3) }
  expect(textOf(stabilitySection(report([agent('mine', { pass_k }), agent('none', {})])))).toMatch(
    /^agent +pass\^1 +pass\^2\nmine +50 % \(40 to 60\) +25 % \(20 to 30\)\nnone +- +-$/m,
  )
})
