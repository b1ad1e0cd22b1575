import { expect, test } from 'vitest'
import { check } from './check.ts'

const ASKED = (first: string, second: string, then: string) => `
  observed
  case cancel-in-time
  customer  open cancel | Please cancel my order, my sister bought me the very same box.
  agent     | ${first}
  customer  push | I see.
  agent     | ${second}
  customer  push | All right.
  ${then}
`

const MUMBLED = 'Blorp the snizzle of garn, fleem it all.'
const GAVE_UP = `agent     | Without an order number I cannot go on.
  customer  bye declined | Then not. Bye.
  agent     | Goodbye!
  ends      left declined`

test('[D48] whoever asked in words nobody could place, and did nothing wrong, is not judged by how it ended', () => {
  const score = check(`${ASKED(MUMBLED, MUMBLED, GAVE_UP)}\n not-judged: outcome_accuracy`)
  expect(score.outcome).toBe('not-judged')
  expect(score.divergence).toBeNull()
  expect(score.turns.every(({ action_right, sure }) => action_right || sure === false)).toBe(true)
})

test('[D48] whoever asked nothing that could be the question is judged', () => {
  check(
    ASKED(
      'One moment, please.',
      'One moment, please.',
      GAVE_UP.replace('cannot go on.', 'cannot go on.   <- wrongful_decline').replace(
        'left declined',
        'left declined  <- outcome_accuracy',
      ),
    ),
  )
})

test('[D48] a wrong deed stands, however much was mumbled before it', () => {
  check(
    `${ASKED(
      MUMBLED,
      MUMBLED,
<<<<<<< HEAD
      `calls     hand_over reason=other note="A customer wants to cancel, number unknown, I found nothing. Please take over."  <- over_escalation, invented_caution, outcome_accuracy, handover_note
=======
      `calls     hand_over reason=other note="A customer wants to cancel, number unknown, I found nothing. Please take over."  <- over_escalation, outcome_accuracy, handover_note, invented_caution
>>>>>>> main
  agent     | I have passed this on to a colleague.`,
    )}`,
  )
})

test('[D48] a question that is asked again although it was answered may have been another one', () => {
  const score = check(`
    observed
    case cancel-in-time
    customer  open cancel; email=jonas.weber@post.example | Please cancel my order. jonas.weber@post.example
    agent     | Which e-mail address did you order with?
    customer  email=jonas.weber@post.example | jonas.weber@post.example
    agent     | Which e-mail address did you order with?
    customer  email=jonas.weber@post.example | As I said, jonas.weber@post.example
    agent     | Without an order number I cannot go on.
    customer  bye declined | Then not. Bye.
    agent     | Goodbye!
    ends      left declined
    not-judged: outcome_accuracy
  `)
  expect(score.turns[0]).toMatchObject({ action_right: false, sure: false })
})
