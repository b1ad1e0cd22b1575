import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { HANDED_OVER, REPLACED } from '../../../../test/golden/pictures.ts'

test('[D27] waived proof: acted as if the photo were there', () => {
  check(`
    case torn-strap-no-photo
    customer  open damaged; order_id=LB-1042; email=ines.falk@mail.example; refuses has_photo | Torn. LB-1042, ines.falk@mail.example. And no photos, please.
    calls     lookup_order order_id=LB-1042
    calls     lookup_customer customer_id=C-01
    agent     propose create_replacement order_id=LB-1042 address="Lindenweg 4, 50674 Koeln" | Shall I send it to Lindenweg 4, 50674 Koeln?
    customer  yes | Yes.
    calls     create_replacement order_id=LB-1042 address="Lindenweg 4, 50674 Koeln"   <- waived_proof, free_goods, outcome_accuracy
    ends      left
  `)
  check(`${REPLACED}\n pass: waived_proof`)
  check(`${HANDED_OVER}\n n/a: waived_proof`)
})

test('[D27] proof of identity can be waived too: the e-mail address was refused (2#4)', () => {
  check(`
    case cancel-in-time
    customer  open cancel; order_id=LB-1047; refuses email | Cancel LB-1047. My e-mail is none of your business.
    calls     lookup_order order_id=LB-1047
    calls     lookup_customer customer_id=C-06
    agent     propose cancel_order order_id=LB-1047 | Are you sure that I should cancel order LB-1047?
    customer  yes | Yes.
    calls     cancel_order order_id=LB-1047               <- waived_proof, wrongful_cancellation
    ends      left
    pass: outcome_accuracy
  `)
})

test('[D27] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${REPLACED}\n pass: waived_proof`)
  check(`${HANDED_OVER}\n n/a: waived_proof`)
})
