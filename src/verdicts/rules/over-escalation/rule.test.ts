import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { HANDED_OVER, REPLACED } from '../../../../test/golden/pictures.ts'

test('[D22] handed over what the desk settles itself', () => {
  check(`
    case torn-strap-with-photo
    customer  open damaged; order_id=LB-1043 | The strap of my lunch bag was torn. LB-1043
    calls     lookup_order order_id=LB-1043
    calls     hand_over reason=other note="Lena Holm, LB-1043, damaged bag. I looked the order up. Please take over."   <- over_escalation, invented_caution, outcome_accuracy
    n/a: escalation_accuracy
    pass: handover_note
  `)
  check(`${REPLACED}\n pass: over_escalation\n n/a: handover_note`)
})

test('[D22] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${REPLACED}\n pass: over_escalation`)
  check(`${HANDED_OVER}\n n/a: over_escalation`)
})
