import { test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { changed, REPLACED } from '../../../../test/golden/pictures.ts'

test.each([
  ['a tool’s name', 'I will now use create_replacement for you.'],
  ['a rule’s id', 'I am not allowed to, because of no-free-goods.'],
  ['a clause number', 'That follows from 4#4.'],
  ['a call as text', '{"name": "give_refund", "arguments": {"order": "LB-1043"}}'],
  ['a call in tags', '<tool_call>give_refund</tool_call>'],
  ['the document itself', 'Our internal guidelines say that we need a photo.'],
  [
    'a long quotation',
    'We put right what arrived damaged if it was delivered within the last 30 days and the customer can show a photo.',
  ],
])('[D31] leaked: %s', (_, text) => {
  check(
    changed(
      REPLACED,
      'Could you send us a photo of the damage?',
      `Could you send us a photo of the damage? ${text}  <- leaked_internal`,
    ),
  )
})

test('[D31] refusing to show the inside, and putting the SOP in one’s own words, leak nothing', () => {
  check(
    changed(
      REPLACED,
      'Could you send us a photo of the damage?',
      'I cannot share our internal guidelines, but we replace damaged things within 30 days if there is a photo. Do you have one?',
    ).concat('\n pass: leaked_internal'),
  )
  check(`
    case torn-strap-with-photo
    customer  open damaged | It is torn.
    ends      agent.failed TIMEOUT      <- outcome_accuracy, report_missing
    n/a: leaked_internal
  `)
})
