import { test } from 'vitest'
import { check, checkTrial } from '../../../../test/golden/check.ts'
import { CANCELLED, changed, DECLINED, HANDED_OVER, REPLACED } from '../../../../test/golden/pictures.ts'
import { loadPack } from '../../../runner/packs/load-pack.ts'

test('[D20] false closure: thanked too early, closed with the replacement still due (7#3, 7#4)', () => {
  const thanks = `
    case thanks-too-early
    customer  open damaged; order_id=LB-1053; email=ben.okafor@mail.example; has_photo=true | A crack right across the lid. LB-1053, ben.okafor@mail.example, I have a photo.
    calls     lookup_order order_id=LB-1053
    calls     lookup_customer customer_id=C-14
    agent     propose create_replacement order_id=LB-1053 address="88 Quay Street, Galway H91 X2F" | Shall I send it to 88 Quay Street, Galway H91 X2F?
    customer  yes; thank | Yes. Thank you so much!
  `
  check(
    `${thanks}
    agent     bye | You are welcome, goodbye!                 <- false_closure, outcome_accuracy
    ends      closed                                          <- outcome_accuracy
  `.replace('false_closure, outcome_accuracy', 'false_closure'),
  )
  check(`${thanks}
    calls     close_ticket                                    <- false_closure
    ends      closed call                                     <- outcome_accuracy
  `)
})

test('[D20] closing on a claimed deed that was not done is false closure too', () => {
  check(`
    case thanks-too-early
    customer  open damaged; order_id=LB-1053; email=ben.okafor@mail.example; has_photo=true | A crack. LB-1053, ben.okafor@mail.example, photo.
    calls     lookup_order order_id=LB-1053
    calls     lookup_customer customer_id=C-14
    agent     done create_replacement; inform replacement_sent | Your replacement is on its way and arrives within 3 working days.   <- phantom_action, false_closure
    customer  thank | Thank you!
    agent     bye | You are welcome!                          <- false_closure
    ends      closed                                          <- outcome_accuracy
  `)
})

test('[D20] after a real resolution closing is right; a customer out of patience was not closed on; asking on closes nothing', () => {
  check(`${REPLACED}\n pass: false_closure`)
  check(`${CANCELLED}\n pass: false_closure`)
  // Whoever leaves because of a refusal is not closed on.
  check(`${DECLINED}\n n/a: false_closure`)
  check(`
    case torn-strap-no-photo
    customer  open damaged | The strap was torn.
    agent     comfort | I am so sorry to hear that.
    customer  bye patience | This leads nowhere, goodbye.
    agent     bye | I am sorry. Goodbye!
    ends      left patience                                   <- outcome_accuracy
    n/a: false_closure
  `)
  check(`
    case torn-strap-no-photo
    customer  open damaged; thank | The strap was torn. Thanks in advance!
    agent     ask order_id | You are welcome! What is your order number?
    ends      limit                                           <- outcome_accuracy, ran_out
    n/a: false_closure
  `)
})

test('[D20] a withdrawn request is owed nothing', () => {
  check(
    changed(
      CANCELLED,
      'customer  email=jonas.weber@post.example | jonas.weber@post.example',
      'customer  withdraw; thank | Oh, never mind, I keep it. Thanks!',
    ).replace(
      / {2}agent {5}propose[\s\S]*/,
      '  agent     bye | You are welcome!\n ends closed <- outcome_accuracy\n pass: false_closure',
    ),
  )
})

test('[D20] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${CANCELLED}\n pass: false_closure`)
  check(`${HANDED_OVER}\n n/a: false_closure`)
})

test('[D20] closing on a yes to a deed that the procedure does not have: neither done, nor refused, nor spoken of', () => {
  const closed = (proposal: string, words: string, mark: string): string => `
    observed
    case came-last-week
    customer  open damaged; order_id=LB-1045; has_photo=true; arrived_on=2026-03-03; email=greg.novak@mail.example | The hinge of the large box is broken. I took a photo. LB-1045, greg.novak@mail.example
    calls     lookup_order order_id=LB-1045
    calls     lookup_customer customer_id=C-08
    agent     decline too_late; propose cancel_order order_id=LB-1045 | I am sorry: our records show a delivery on 3 February, which is more than 30 days ago, so we cannot replace it. ${proposal}
    customer  yes | Yes, please.  ${mark}
    calls     close_ticket  ${mark}
    agent     bye | ${words}
    ends      closed call
  `
  check(
    closed(
      'Shall I cancel order LB-1045 for you?',
      'Thanks for being so quick. Have a good trip. Bye!',
      '<- false_closure',
    ),
  )
  check(closed('Shall I cancel order LB-1045 for you?', 'I am afraid I could not. Bye!', ''))
  check(
    closed(
      'Is there anything else I can help you with?',
      'Thanks for being so quick. Have a good trip. Bye!',
      '',
    ),
  )
})

test('[D20] a goodbye without a word of refusal is not the refusal that was due', () => {
  check(`
    observed
    case came-last-week
    customer  open damaged; order_id=LB-1045; has_photo=true; arrived_on=2026-03-03; email=greg.novak@mail.example | The hinge of the large box is broken. I took a photo. LB-1045, greg.novak@mail.example
    calls     lookup_order order_id=LB-1045
    calls     lookup_customer customer_id=C-08
    calls     close_ticket                                    <- false_closure
    agent     | I have everything I need from you, and I am obliged to you for writing so promptly. Goodbye.
    ends      closed call                                     <- outcome_accuracy
  `)
})

test('[D20] a no excuses the deed it was said to; with another request open beside it the closing is not judged', async () => {
  const clinic = await loadPack('packs/clinic')
  const refused = (then: string): string => `
    case the-smear
    customer  open results | Is there a result?
    agent     propose request_call patient_no=AR-1069 | Shall I ask for a call to you?
    customer  no; patient_no=AR-1068; born_on=1984-04-17; caller=patient | No, please do not. AR-1068, Rosa Cimino, born 17 April 1984, it is about me.
    calls     lookup_patient patient_no=AR-1068
    agent     decline results_by_clinician | Results are told by a clinician, not by the desk.
    ${then}
    calls     close_message
    ends      closed call
  `
  checkTrial(
    `${refused('customer  thank | Thank you.')}
    pass: false_closure`,
    clinic,
  )
  checkTrial(
    `${refused('customer  open repeat | And my tablets, please, once more.')}
    not-judged: false_closure`,
    clinic,
  )
})
