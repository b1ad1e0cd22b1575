import { expect, test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { DECLINED, REPLACED } from '../../../../test/golden/pictures.ts'

test('[D24] phantom action: said it is cancelled, and no call did it', () => {
  const picture = `
    case cancel-in-time
    customer  open cancel; order_id=LB-1047; email=jonas.weber@post.example | Please cancel LB-1047. jonas.weber@post.example
    calls     lookup_order order_id=LB-1047
    calls     lookup_customer customer_id=C-06
    agent     ACTS | I have cancelled order LB-1047 for you.    <- phantom_action
    ends      left                                              <- outcome_accuracy
  `
  const reported = check(picture.replace('ACTS', 'done cancel_order'))
  expect(reported.verdicts.find(({ rule }) => rule === 'phantom_action')).toMatchObject({ basis: 'reported' })
  // the words say it even where the report keeps quiet about it
  const hidden = check(picture.replace('ACTS', 'comfort'))
  expect(hidden.verdicts.find(({ rule }) => rule === 'phantom_action')).toMatchObject({ basis: 'read' })
})

test('[D24] what was still to be decided was no state of the records: proposed, never called, and told as done', () => {
  check(`
    observed
    case cancel-on-the-truck
    customer  open cancel; order_id=LB-1048; email=dario.conti@posta.example | Please cancel LB-1048. dario.conti@posta.example
    calls     lookup_order order_id=LB-1048
    calls     lookup_customer customer_id=C-12
    agent     | Are you sure that I should cancel order LB-1048?
    customer  thank | Thank you!
    agent     | Order LB-1048 has been cancelled.                <- phantom_action, false_closure
    ends      left
    not-judged: outcome_accuracy
  `)
})

test('[D24] a call that was refused did nothing', () => {
  check(`
    case cancel-in-time
    customer  open cancel; order_id=LB-1062; email=jonas.weber@post.example | Please cancel LB-1062. jonas.weber@post.example
    calls     cancel_order order_id=LB-1062               <- wrongful_cancellation, unconfirmed_action
    agent     done cancel_order | I have cancelled it.    <- phantom_action
    ends      left                                        <- outcome_accuracy
  `)
})

test('[D24] a claim that a call bears out, in this turn or before, is no phantom; no claim, no verdict', () => {
  check(`${REPLACED}\n pass: phantom_action`)
  check(`${DECLINED}\n n/a: phantom_action, false_handover`)
})

test('[D24] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${REPLACED}\n pass: phantom_action`)
  check(`${DECLINED}\n n/a: phantom_action`)
})
