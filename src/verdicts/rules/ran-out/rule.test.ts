import { expect, test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { CANCELLED, REPLACED } from '../../../../test/golden/pictures.ts'

const OPENED = `
  observed
  case cancel-in-time
  customer  open cancel; order_id=LB-1047; email=jonas.weber@post.example | Please cancel LB-1047. jonas.weber@post.example`

test('[D52] the turns ran out while something was due', () => {
  const score = check(`${OPENED}
    calls     lookup_order order_id=LB-1047
    agent     | One moment, please.
    ends      limit                        <- ran_out, outcome_accuracy
  `)
  expect(score.verdicts.find(({ rule }) => rule === 'ran_out')).toMatchObject({
    basis: 'calls',
    because: expect.stringContaining('the turns ran out'),
  })
})

test('[D52] three turns alike but for figures, names and order', () => {
  const turns = (third: string, ending: string): string => `${OPENED}
    agent     | Thank you, Jonas. I am looking into LB-1047 now.
    customer  push | And now?
    agent     | I am looking into LB-1048 now. Thank you, Anna.   <- invented_facts
    customer  push | Well?
    agent     | ${third}
    ends      left patience                ${ending}`
  check(turns('Thank you, Bob. I am looking into 7 now.', '<- ran_out, outcome_accuracy'))
  check(`${turns('Let me fetch the papers first.', '<- outcome_accuracy')}\n n/a: ran_out`)
})

test('[D52] where nothing is due any more a limit is no fault; a talk with an end of its own does not apply', () => {
  const done = CANCELLED.replace(/ {2}customer {2}thank[\s\S]*/, '  ends limit')
  check(`${done}\n pass: ran_out`)
  check(`${REPLACED}\n n/a: ran_out`)
})
