import { expect, test } from 'vitest'
import { agent, report } from '../../../test/support/report/run.ts'
import { sectionsToText } from './sections-to-text.ts'
import { validitySection } from './validity-section.ts'

test('voids, faults, misunderstandings, what was not judged, who rated and on what versions', () => {
  const text = sectionsToText([validitySection(report([agent('mine')]))])
  expect(text).toMatch(/^mine +10 +5 +4 +0 +1 +0 +1 of 30 turns$/m)
  expect(text).toMatch(/^mine +Invented facts +2 of 9 conversations$/m)
  expect(text).toContain('lexical (diagnostic: not calibrated against people)')
  expect(text).toContain('desk abcdef012345')
})

test('nothing left out, and calibrated judges or none, are said as well', () => {
  const validity = { judges: [{ judge: 'people', calibrated: true }], agents: [] }
  const calibrated = sectionsToText([validitySection(report([agent('mine')], { result: { validity } }))])
  expect(calibrated).toContain('No rule was left open')
  expect(calibrated).toContain('Words were rated by people.')
  const none = report([agent('mine')], { result: { validity: { ...validity, judges: [] } } })
  expect(sectionsToText([validitySection(none)])).toContain('No judge rated the words.')
})

test('several judges: what they did not rate, how far they agree, and who sits over its own', () => {
  const score = (value: number) => ({ value, n: 40, low: value - 0.1, high: value + 0.1 })
  const judges = [
    {
      judge: 'x:one',
      calibrated: true,
      own: ['mine'],
      rated: 90,
      not_rated: { 'judge-silent': 10, 'quote-not-there': 2 },
    },
    { judge: 'y:two', calibrated: false, own: [], rated: 102, not_rated: {} },
  ]
  const agreement = [
    { dimension: 'all', n: 90, difference: score(0.2), kappa: score(0.5), alpha: score(0.6) },
  ]
  const self_preference = [
    { judge: 'x:one', own: ['mine'], against: ['y:two'], confounded: false, difference: score(0.15) },
  ]
  const validity = { judges, agreement, self_preference, agents: [] }
  const text = sectionsToText([validitySection(report([agent('mine')], { result: { validity } }))])
  expect(text).toMatch(/^x:one +yes +90 +10 judge-silent, 2 quote-not-there$/m)
  expect(text).toMatch(/^y:two +no +102 +none$/m)
  expect(text).toMatch(/^all +0\.20 \(0\.10 to 0\.30\) +0\.50 .* +90$/m)
  expect(text.replaceAll(/\s+/g, ' ')).toContain('x:one also plays mine')
  expect(text.replaceAll(/\s+/g, ' ')).toContain('x:one 0.15 (0.05 to 0.25), compared with y:two')
})

test('a run that is mixed, unfinished or has restarted conversations says so first', () => {
  const result = {
    mixed: ['pack desk changed in sop.md'],
    stopped: { because: 'budget-usd' as const, left: 7 },
    restarted: 2,
  }
  const text = sectionsToText([validitySection(report([agent('mine')], { result }))]).replaceAll(/\s+/g, ' ')
  expect(text).toContain('Mixed: pack desk changed in sop.md while the run was stopped')
  expect(text).toContain('Unfinished: the run was stopped (budget-usd); 7 conversations are missing.')
  expect(text).toContain('Restarted: 2 conversations were restarted')
})
