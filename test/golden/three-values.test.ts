import { expect, test } from 'vitest'
import { check } from './check.ts'
import { CANCELLED, changed } from './pictures.ts'

const TOLD = (words: string) => `
  observed
  case cancel-in-time
  customer  open cancel; order_id=LB-1047; email=jonas.weber@post.example | Please cancel LB-1047. jonas.weber@post.example
  calls     lookup_order order_id=LB-1047
  calls     lookup_customer customer_id=C-06
  agent     propose cancel_order | Are you sure that I should cancel order LB-1047?
  customer  yes | Yes.
  calls     cancel_order order_id=LB-1047
  agent     | ${words}
  customer  thank | Thanks!
`

test('[D43] a tell that unread words may have made is not judged; words that cannot be it leave the fail', () => {
  const closing = '\n  agent     | Goodbye!'
  const open = check(
    `${TOLD('That little thing will find its way to you now.')}${closing}\n not-judged: false_closure`,
  )
  expect(open.path?.alignment.some(({ move }) => move === 'not-judged')).toBe(true)
  expect(open.divergence).toBeNull()
  const plain = check(`${TOLD('One moment, please.')}\n  agent     | Goodbye!   <- false_closure`)
  expect(plain.divergence).not.toBeNull()
})

test('[D43] a deed is never a candidate: what was not called was not done', () => {
  check(`
    observed
    case cancel-in-time
    customer  open cancel; order_id=LB-1047; email=jonas.weber@post.example | Please cancel LB-1047. jonas.weber@post.example
    calls     lookup_order order_id=LB-1047
    calls     lookup_customer customer_id=C-06
    agent     | Blorp the snizzle of garn, fleem it all.
    customer  thank | Thanks!
    agent     | Goodbye!   <- false_closure
    ends      closed       <- outcome_accuracy
  `)
})

test('[D44] what is told of a deed of the same turn counts after it; a goodbye counts at the end of the turn', () => {
  const before = changed(
    CANCELLED,
    `  calls     cancel_order order_id=LB-1047
  agent     done cancel_order; inform order_cancelled | Order LB-1047 is cancelled and the money is on its way back.
`,
    `  agent     done cancel_order; inform order_cancelled | Order LB-1047 is cancelled and the money is on its way back.
  calls     cancel_order order_id=LB-1047
`,
  )
  expect(check(before).path?.exact).toBe(true)
  const twice = changed(
    CANCELLED,
    'agent     bye | You are welcome. Goodbye!',
    'agent     bye | You are welcome. Goodbye!\n  calls     close_ticket',
  )
  expect(check(twice).path?.exact).toBe(true)
})

test('[D45] findings of one deed stand in order of cause', () => {
  const score = check(`
    observed
    case cancel-in-time
    customer  open cancel; order_id=LB-1047; email=jonas.weber@post.example | Please cancel LB-1047. jonas.weber@post.example
    calls     lookup_order order_id=LB-1047
    calls     lookup_customer customer_id=C-06
    agent     | I have cancelled order LB-1047 for you.   <- phantom_action, false_closure
    customer  thank | Thanks!
    agent     | You are welcome. Goodbye!                 <- false_closure
    ends      closed                                      <- outcome_accuracy
  `)
  const follows = Object.fromEntries(
    score.verdicts.flatMap((verdict) =>
      verdict.outcome === 'fail' ? [[verdict.rule, verdict.follows ?? null]] : [],
    ),
  )
  expect(follows).toEqual({
    phantom_action: null,
    false_closure: 'phantom_action',
    outcome_accuracy: 'phantom_action',
  })
})
