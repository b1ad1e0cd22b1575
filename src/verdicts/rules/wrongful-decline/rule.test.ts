import { expect, test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { CANCELLED, DECLINED, REPLACED } from '../../../../test/golden/pictures.ts'

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

test('[D41] a refusal that the case wants passes; without one the rule does not apply', () => {
  check(`${DECLINED}\n pass: wrongful_decline`)
  check(`${REPLACED}\n n/a: wrongful_decline`)
  check(`${CANCELLED}\n n/a: wrongful_decline`)
})
