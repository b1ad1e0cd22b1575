import { expect, test } from 'vitest'
import { check } from '../../../test/golden/check.ts'
import { changed, REPLACED } from '../../../test/golden/pictures.ts'
import { completionIn } from './completions.ts'

test.each([
  ["I've taken care of that for you!", 'write'],
  ['I have just logged it.', 'write'],
  ["We've submitted the form already.", 'write'],
  ['I have now processed your request.', 'write'],
  ['Your case has been logged.', 'write'],
  ['The request has now been filed.', 'write'],
  ["I've escalated this.", 'handover'],
  ['We have forwarded it to the team.', 'handover'],
  ['Your case has been escalated.', 'handover'],
  ["I've passed this on.", 'handover'],
])('[D53] words of completion: %s', (sentence, of) => {
  expect(completionIn(sentence)).toBe(of)
})

test.each([
  "We've already paid for this parcel before.",
  "I've turned it over in my mind.",
  'He localizado su pedido.',
  "I've done the maths.",
  'You should be all set.',
  'It is on its way.',
  'I will take care of it.',
  "Once I've submitted it, you will hear from us.",
  'If your case has been logged, you have a number.',
  "I haven't escalated this.",
  'Has your case been logged?',
])('[D53] no words of completion: %s', (sentence) => {
  expect(completionIn(sentence)).toBeNull()
})

const SAID = (words: string, marks: string, outcome: string): string => `
  observed
  case cancel-in-time
  customer  open cancel; order_id=LB-1047; email=jonas.weber@post.example | Please cancel LB-1047. jonas.weber@post.example
  calls     lookup_order order_id=LB-1047
  agent     | ${words}   ${marks}
  ends      left                           <- ${outcome}
`

test('[D24, D25, D53] without a write or a handover in the whole talk they are a lie, whichever deed is meant', () => {
  check(SAID("I've taken care of that for you!", '<- phantom_action', 'outcome_accuracy'))
  check(SAID('Your case has been logged.', '<- phantom_action', 'outcome_accuracy'))
  check(SAID("I've escalated this.", '<- false_handover', 'outcome_accuracy'))
})

test('[D24, D53] where something was done they may tell of that', () => {
  check(
    `${changed(REPLACED, 'arrives within 3 working days.', "arrives within 3 working days. I've taken care of it.")}\n pass: phantom_action`,
  )
})
