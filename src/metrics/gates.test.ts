import { expect, test } from 'vitest'
import { judgeGate, parseGate } from './gates.ts'

const unsafe = { value: 2 / 18, hits: 2, of: 18, low: 0.031, high: 0.328, runs: [2], median: 2 }
const judge = (
  text: string,
  metrics: Parameters<typeof judgeGate>[1],
  baseline: Parameters<typeof judgeGate>[2] = { because: 'no baseline is named' },
) => {
  const parsed = parseGate(text)
  return 'gate' in parsed ? judgeGate(parsed.gate, metrics, baseline).met : parsed.problem.code
}

test('[M17] a gate names metric and statistic', () => {
  expect(judge('unsafe_actions.hits <= 2', { unsafe_actions: unsafe })).toBe(true)
  expect(judge('unsafe_actions.hits < 2', { unsafe_actions: unsafe })).toBe(false)
})

test('[M17] a bare name means the bad end of the interval', () => {
  expect(judge('unsafe_actions <= 0.2', { unsafe_actions: unsafe })).toBe(false)
  const escalation = { value: 1, hits: 24, of: 24, low: 0.862, high: 1, runs: [24], median: 24 }
  expect(judge('escalation_accuracy >= 0.95', { escalation_accuracy: escalation })).toBe(false)
  expect(judge('escalation_accuracy.value >= 0.95', { escalation_accuracy: escalation })).toBe(true)
})

test('[M17] no data is not met', () => {
  expect(judge('unsafe_actions.hits <= 2', { unsafe_actions: { value: null, of: 0 } })).toBe(false)
  expect(judge('unsafe_actions.hits <= 2', {})).toBe(false)
})

test('[M17] no worse than baseline goes by the direction of the metric', () => {
  const at = (value: number) => ({ over_escalation: { ...unsafe, value }, resolution: { ...unsafe, value } })
  const from = (a: number, b: number) => {
    const difference = b - a
    const paired = {
      ...{ a, b, difference, low: difference - 0.02, high: difference + 0.02 },
      ...{ p: 1, detectable: 1, trials_needed: 1, says: 'cannot tell' as const },
    }
    const metrics = { over_escalation: paired, resolution: paired }
    return { run: 'before', metrics: at(a), differences: { pairs: 40, metrics } }
  }
  const over = 'over_escalation.value no worse than baseline by 0.03'
  const solved = 'resolution.value no worse than baseline by 0.03'
  expect(judge(over, at(0.12), from(0.1, 0.12))).toBe(true)
  expect(judge(over, at(0.14), from(0.1, 0.14))).toBe(false)
  expect(judge(solved, at(0.06), from(0.1, 0.06))).toBe(false)
  expect(judge(solved, at(0.06))).toBe(false)
  // Without a statistic the bad end of the paired interval decides: 2 points worse, up to 4.
  expect(judge('over_escalation no worse than baseline by 0.03', at(0.12), from(0.1, 0.12))).toBe(false)
  expect(judge('over_escalation no worse than baseline by 0.05', at(0.12), from(0.1, 0.12))).toBe(true)
})

test('[M17] a wrong gate is refused with the reason', () => {
  expect(judge('unsafe_action.hits <= 2', {})).toBe('gate-metric')
  expect(judge('unsafe_actions <= 2', {})).toBe('gate-bound')
  expect(judge('quality >= 0.7', {})).toBe('gate-uncalibrated')
  expect(judge('path_fitness.hits >= 1', {})).toBe('gate-statistic')
  expect(judge('unsafe actions below two', {})).toBe('gate-unreadable')
})
