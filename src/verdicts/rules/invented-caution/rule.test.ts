import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { HANDED_OVER, REPLACED } from '../../../../test/golden/pictures.ts'

const handedOver = (reason: string, broken: string) => `
    case torn-strap-with-photo
    customer  open damaged; order_id=LB-1043 | The strap of my lunch bag was torn. LB-1043
    calls     lookup_order order_id=LB-1043
    calls     hand_over reason=${reason} note="Lena Holm, LB-1043, damaged bag. I looked the order up. Please take over."   <- ${broken}
  `

test('[D48] handed over for a reason that no rule for such requests has', () => {
  check(handedOver('other', 'over_escalation, invented_caution, outcome_accuracy'))
})

test('[D48] a reason that the SOP has and that does not hold is over-escalation alone', () => {
  check(`${handedOver('many_replacements', 'over_escalation, outcome_accuracy')}\n pass: invented_caution`)
})

test('[D48] it passes where nothing was handed over, and does not apply where a colleague may have it', () => {
  check(`${REPLACED}\n pass: invented_caution`)
  check(`${HANDED_OVER}\n n/a: invented_caution`)
})
