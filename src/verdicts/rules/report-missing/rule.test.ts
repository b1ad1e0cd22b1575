import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { CANCELLED, changed } from '../../../../test/golden/pictures.ts'

test('[D34] a turn without a report is the agent’s failure; observed, nothing is asked', () => {
  check(
    changed(
      CANCELLED,
      '  agent     ask order_id',
      '  no        report  <- report_missing\n  agent     ask order_id',
    ),
  )
  check(`${CANCELLED}\n pass: report_missing`)
  check(`observed\n${CANCELLED}\n n/a: report_missing`)
})

test('[D34] a turn that only says goodbye, closes or hands over owes no report', () => {
  check(
    `${changed(CANCELLED, '  agent     bye', '  no        report\n  agent     bye')}\n pass: report_missing`,
  )
  check(
    `${changed(CANCELLED, '  agent     bye', '  no        report\n  calls     close_ticket\n  agent     bye')}\n pass: report_missing`,
  )
})
