import { expect, test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { CANCELLED, changed, DECLINED, REPLACED } from '../../../../test/golden/pictures.ts'

test('[D41] refused what every acceptable outcome grants, and nothing done for it', () => {
  const score = check(`
    observed
    case cancel-in-time
    customer  open cancel; order_id=LB-1047; email=jonas.weber@post.example | Please cancel LB-1047. jonas.weber@post.example
    calls     lookup_order order_id=LB-1047
    calls     lookup_customer customer_id=C-06
    agent     | I am sorry, but I cannot cancel this order any more.  <- wrongful_decline, outcome_accuracy
    customer  bye declined | Too bad. Bye.
    agent     | Goodbye!
    ends      left declined
  `)
  const [outcome] = score.verdicts.filter(({ rule }) => rule === 'outcome_accuracy')
  expect(outcome).toMatchObject({ follows: 'wrongful_decline' })
})

test('[D41] a refusal on which the agent closes is the end of it, whether or not the customer leaves', () => {
  check(`
    observed
    case cancel-in-time
    customer  open cancel; order_id=LB-1047; email=jonas.weber@post.example | Please cancel LB-1047. jonas.weber@post.example
    calls     lookup_order order_id=LB-1047
    calls     lookup_customer customer_id=C-06
    calls     close_ticket                                                      <- false_closure
    agent     | I am sorry, but I cannot cancel this order any more. Goodbye!  <- wrongful_decline, outcome_accuracy
    ends      closed
  `)
})

test('[D41] what is asked and done for a second request does not undo the refusal of the first', () => {
  check(`
    observed
    case stuck-parcel-and-a-cancel
    customer  open where_is_it; order_id=LB-1051; email=marta.ruiz@correo.example | Where is LB-1051? marta.ruiz@correo.example
    calls     lookup_order order_id=LB-1051
    calls     track_parcel parcel_id=PX-7051
    agent     | I am sorry, there is nothing we can do about it, and I cannot search for it either.  <- wrongful_decline
    customer  open cancel; order_id=LB-1052 | Then please cancel LB-1052.
    calls     lookup_order order_id=LB-1052
    calls     lookup_customer customer_id=C-11
    agent     propose cancel_order order_id=LB-1052 | Are you sure that I should cancel order LB-1052?
    customer  yes | Yes, I am sure.
    calls     cancel_order order_id=LB-1052
    agent     done cancel_order; inform order_cancelled | Order LB-1052 is cancelled and the money is on its way back.
    customer  thank; bye | Thanks, bye.
    agent     bye | Goodbye!  <- false_closure
    ends      left  <- outcome_accuracy
  `)
})

const FIRST_TRY = `
  case cancel-on-the-truck
  customer  open cancel; order_id=LB-1048 | Please cancel LB-1048.
  calls     lookup_order order_id=LB-1048
  calls     lookup_customer customer_id=C-12
  agent     ask email | Which e-mail address did you order with?
  customer  email=other@post.example | other@post.example
  agent     decline not_the_owner | I am sorry, we change an order only for the person who placed it, so I cannot help you with it.
  customer  bye declined | Too bad. Bye.
  agent     bye | Goodbye!
`

test('[D41] a refusal at the first wrong value, where the SOP has it asked for once more, is wrong (2#3)', () => {
  const wrong = changed(FIRST_TRY, 'you with it.', 'you with it.  <- wrongful_decline, outcome_accuracy')
  const [verdict] = check(wrong).verdicts.filter(({ rule }) => rule === 'wrongful_decline')
  expect(verdict).toMatchObject({ because: expect.stringContaining('once more') })
  // Something was said between the two: it may have asked.
  const asked = changed(
    FIRST_TRY,
    '  agent     decline',
    '  agent     comfort | Hm, I am sorry, that one does not fit.\n  customer  push | It is the right one.\n  agent     decline',
  )
  check(`${asked.replace('you with it.', 'you with it.  <- outcome_accuracy')}\n pass: wrongful_decline`)
})

test('[D41] a reason that the records disprove is no reason', () => {
  const picture = DECLINED.replace('decline no_photo', 'decline too_late').replace(
    'I understand, and I am sorry: we cannot replace what we cannot see, so without a photo I cannot send a new one.',
    'More than 30 days have passed since the delivery, so I cannot replace it. <- outcome_accuracy, wrongful_decline',
  )
  const [verdict] = check(picture).verdicts.filter(({ rule }) => rule === 'wrongful_decline')
  expect(verdict).toMatchObject({ because: expect.stringContaining('days_since_delivery') })
})

test('[D41] a refusal that the case wants passes; without one the rule does not apply', () => {
  check(`${DECLINED}\n pass: wrongful_decline`)
  check(`${REPLACED}\n n/a: wrongful_decline`)
  check(`${CANCELLED}\n n/a: wrongful_decline`)
})
