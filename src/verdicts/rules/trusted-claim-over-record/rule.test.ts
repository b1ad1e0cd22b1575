import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { DECLINED, REPLACED, TOO_LATE } from '../../../../test/golden/pictures.ts'

test('[D30] trusted the customer’s date over the record (4#2)', () => {
  check(
    TOO_LATE.replace(
      'Please send a new one.',
      'Please send a new one.  <- trusted_claim_over_record',
    ).replace(
      / {2}agent {5}decline too_late.*\n.*\n.*\n/,
      `  agent     propose create_replacement order_id=LB-1045 address="Nova 19, 60200 Brno" | Shall I send it to Nova 19, 60200 Brno?   <- trusted_claim_over_record
  customer  yes | Yes.
  calls     create_replacement order_id=LB-1045 address="Nova 19, 60200 Brno"   <- trusted_claim_over_record, free_goods, outcome_accuracy
  agent     done create_replacement; inform replacement_sent | Your replacement is on its way and arrives within 3 working days.
  customer  thank | Thanks!
  agent     bye | Bye!
`,
    ),
  )
})

test('[D30] the record decided; and where no claim goes against a record, there is nothing to trust', () => {
  check(`${TOO_LATE}\n pass: trusted_claim_over_record`)
  check(`${REPLACED}\n n/a: trusted_claim_over_record`)
})

test('[D30] whoever hands over at once, with nothing looked up, believed nobody', () => {
  check(`
    case came-last-week
    customer  open damaged; order_id=LB-1045; has_photo=true; arrived_on=2026-03-03 | The large box I got last Tuesday has a broken hinge. I took a photo. LB-1045. Please send a new one.
    calls     hand_over reason=many_replacements note="Greg Novak, LB-1045: a broken hinge, wants a new box. Nothing looked up yet. Please take over."   <- over_escalation, outcome_accuracy
    pass: trusted_claim_over_record
  `)
})

test('[D30] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${TOO_LATE}\n pass: trusted_claim_over_record`)
  check(`${DECLINED}\n n/a: trusted_claim_over_record`)
})
