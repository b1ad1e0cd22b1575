import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { changed, HANDED_OVER, REPLACED } from '../../../../test/golden/pictures.ts'

test('[D25] false handover: said that a colleague has it', () => {
  check(`
    case fourth-replacement
    customer  open damaged; order_id=LB-1046; email=p.lindner@post.example; has_photo=true | A dent. LB-1046 p.lindner@post.example
    calls     lookup_order order_id=LB-1046
    calls     lookup_customer customer_id=C-04
    agent     done hand_over | I have passed this on to a colleague.    <- false_handover
    ends      left                                                      <- escalation_accuracy, outcome_accuracy
  `)
  check(`${HANDED_OVER}\n pass: false_handover`)
})

test('[D25] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${HANDED_OVER}\n pass: false_handover`)
  check(`${REPLACED}\n n/a: false_handover`)
})

test('[D25] a hand-over told in the first person is not excused by another deed of that turn; what follows from the deed is', () => {
  const after = (words: string, mark: string): string =>
    changed(REPLACED, 'arrives within 3 working days.', `arrives within 3 working days. ${words}  ${mark}`)
  check(after("I've also passed your case over to our safety team.", '<- false_handover'))
  check(after('I have also handed this conversation over to the duty nurse.', '<- false_handover'))
  check(`${after('The depot will call you before it comes.', '')}\n pass: phantom_action`)
})

test('[D25] for whom something is handled says who may have it, and not that somebody has it', () => {
  const said = (words: string, mark: string): string => `
    observed
    case fourth-replacement
    customer  open damaged | A dent.
    agent     | ${words}  ${mark}
    ends      left                                                      <- escalation_accuracy, outcome_accuracy
  `
  check(said('Payments on an order are something we handle **only for the person who placed it**.', ''))
  check(said("I've passed this only to the person who decides it.", '<- false_handover'))
})
