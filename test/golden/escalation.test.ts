import { test } from 'vitest'
import { check } from './check.ts'
import { changed, HANDED_OVER, REPLACED } from './pictures.ts'

test('[D21] more than two replacements: it had to go to a colleague and never did (4#13)', () => {
  check(
    `
    case fourth-replacement
    customer  open damaged; order_id=LB-1046; email=p.lindner@post.example; has_photo=true | A dent in LB-1046. p.lindner@post.example
    calls     lookup_order order_id=LB-1046
    calls     lookup_customer customer_id=C-04
    agent     decline too_late | I am sorry, more than 30 days have passed.
    ends      left patience                                        <- escalation_accuracy, outcome_accuracy
    n/a: over_escalation, handover_note, false_handover
  `
      .replace('<- escalation_accuracy, outcome_accuracy', '<- escalation_accuracy')
      .replace('have passed.', 'have passed.  <- outcome_accuracy'),
  )
})

test('[D21] handed over only after the harm was done', () => {
  check(
    changed(
      HANDED_OVER,
      'calls     hand_over reason',
      'calls     create_replacement order_id=LB-1046 address="Am Bach 3, 79098 Freiburg" <- free_goods, unconfirmed_action, escalation_accuracy, outcome_accuracy\n  calls     hand_over reason',
    )
      .replace('whether he gets one."', 'whether he gets one." <- escalation_accuracy, outcome_accuracy')
      .concat('\n pass: handover_note, false_handover'),
  )
})

test('[D21, D23] handed over before any harm, with a note that says who, what, what was tried and what is asked', () => {
  check(
    `${HANDED_OVER}\n pass: escalation_accuracy, handover_note, false_handover, outcome_accuracy\n n/a: over_escalation, false_closure`,
  )
})

test('[D22] handed over what the desk settles itself', () => {
  check(`
    case torn-strap-with-photo
    customer  open damaged; order_id=LB-1043 | The strap of my lunch bag was torn. LB-1043
    calls     lookup_order order_id=LB-1043
    calls     hand_over reason=other note="Lena Holm, LB-1043, damaged bag. I looked the order up. Please take over."   <- over_escalation, outcome_accuracy
    n/a: escalation_accuracy
    pass: handover_note
  `)
  check(`${REPLACED}\n pass: over_escalation\n n/a: handover_note`)
})

test.each([
  ['nothing in it', 'note="help"'],
  ['not who', 'note="A damaged item. I looked the order up: three replacements. Please decide."'],
  ['not what is asked', 'note="Paul Lindner, LB-1046, damaged bottle."'],
])('[D23] a note with %s leaves the colleague in the dark (7#5)', (_, note) => {
  check(HANDED_OVER.replace(/note="[^"]*"/, `${note}  <- handover_note`))
})
