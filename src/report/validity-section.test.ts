import { expect, test } from 'vitest'
import { agent, report } from './fixtures.ts'
import { sectionsToText } from './sections-to-text.ts'
import { validitySection } from './validity-section.ts'

test('voids, faults, misunderstandings, what was not judged, who rated and on what versions', () => {
  const text = sectionsToText([validitySection(report([agent('mine')]))])
  expect(text).toMatch(/^mine +10 +9 +1 +0 +1 of 30 turns$/m)
  expect(text).toMatch(/^mine +invented_facts +2 of 9 conversations$/m)
  expect(text).toContain('lexical (diagnostic: not calibrated against people)')
  expect(text).toContain('desk abcdef012345')
})

test('nothing left out, and calibrated judges or none, are said as well', () => {
  const validity = { judges: [{ judge: 'people', calibrated: true }], agents: [] }
  const calibrated = sectionsToText([validitySection(report([agent('mine')], { result: { validity } }))])
  expect(calibrated).toContain('Every rule could be judged')
  expect(calibrated).toContain('Words were rated by people.')
  const none = report([agent('mine')], { result: { validity: { ...validity, judges: [] } } })
  expect(sectionsToText([validitySection(none)])).toContain('No judge rated the words.')
})
