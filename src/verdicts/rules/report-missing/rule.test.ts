import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { CANCELLED, changed } from '../../../../test/golden/pictures.ts'

test('[D34] a turn without a report is the agent’s failure; observed, nothing is asked', () => {
  check(changed(CANCELLED, '  agent     bye', '  no        report  <- report_missing\n  agent     bye'))
  check(`${CANCELLED}\n pass: report_missing`)
  check(`observed\n${CANCELLED}\n n/a: report_missing`)
})
