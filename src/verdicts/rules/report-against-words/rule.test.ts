import { expect, test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { CANCELLED, changed, REPLACED } from '../../../../test/golden/pictures.ts'

test('[D47] a report of something of which no word stands there is a finding', () => {
  const score = check(
    changed(
      CANCELLED,
      'agent     bye | You are welcome. Goodbye!',
      'agent     bye; ask email | You are welcome. Goodbye!  <- report_against_words',
    ),
  )
  expect(score.verdicts.find(({ rule }) => rule === 'report_against_words')?.because).toContain('email')
})

test('[D47] what is reported and may stand in the words passes; where nothing is reported it does not apply', () => {
  check(`${REPLACED}\n pass: report_against_words`)
  check(`observed\n${CANCELLED}\n n/a: report_against_words`)
})
