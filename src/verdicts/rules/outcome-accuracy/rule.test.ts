import { expect, test } from 'vitest'
import { check, lunchbox } from '../../../../test/golden/check.ts'
import { readPicture } from '../../../../test/golden/picture.ts'
import {
  CANCELLED,
  changed,
  DECLINED,
  HANDED_OVER,
  REPLACED,
  TWO_REQUESTS,
} from '../../../../test/golden/pictures.ts'
import { scoreTrial } from '../../../../test/support/verdicts/score.ts'

test('[D15] every acceptable outcome will do: money back for an order of up to 20 euros (4#7)', () => {
  const small = (remedy: string) => `
    case leaky-cap-either-way
    customer  open damaged; order_id=LB-1044; has_photo=true | The cap leaks. LB-1044, I have pictures.
    calls     lookup_order order_id=LB-1044
    calls     lookup_customer customer_id=C-10
    agent     ask email | Which e-mail address did you order with?
    customer  email=samir@haddad.example | samir@haddad.example
    ${remedy}
    customer  thank | Thanks!
    agent     bye | You are welcome!
    pass: outcome_accuracy, collateral_writes, free_goods`
  const money = check(
    small(`agent     propose refund_order order_id=LB-1044 amount=14.5 | Shall I give you the 14.50 euros back?
    customer  yes | Yes.
    calls     refund_order order_id=LB-1044 amount=14.5
    agent     done refund_order; inform money_back | Your 14.50 euros are on their way back to you.`),
  )
  const goods = check(
    small(`agent     propose create_replacement order_id=LB-1044 address="7 Mill Lane, Leeds LS6 2AB" | Shall I send it to 7 Mill Lane, Leeds LS6 2AB?
    customer  yes | Yes.
    calls     create_replacement order_id=LB-1044 address="7 Mill Lane, Leeds LS6 2AB"
    agent     done create_replacement; inform replacement_sent | Your replacement is on its way and arrives within 3 working days.`),
  )
  expect([money.path?.exact, goods.path?.exact]).toEqual([true, true])
  expect(money.path?.true_path).toContain('damaged/refund')
  expect(goods.path?.true_path).toContain('damaged/replace')
})

test('[D15] one verdict a request; the trial’s outcome is right when every request’s is', () => {
  const both = check(TWO_REQUESTS)
  expect(both.verdicts.filter(({ rule }) => rule === 'outcome_accuracy')).toMatchObject([
    { request: 'r1', outcome: 'pass' },
    { request: 'r2', outcome: 'pass' },
  ])
  const noSearch = check(
    changed(TWO_REQUESTS, '  calls     open_search parcel_id=PX-7051\n', '')
      .replace('done open_search; inform search_opened', 'inform parcel_moving')
      .replace(
        'I have asked the carrier to search for your parcel. The answer takes up to 5 working days.',
        'Your parcel is on its way.',
      )
      .replace(
        'agent     bye | De nada, goodbye!',
        'agent     bye | De nada, goodbye!  <- false_closure\n ends closed <- outcome_accuracy',
      ),
  )
  expect(noSearch.outcome).toBe('wrong')
})

test('[D3, D15, D19, D21] write and handover cases rest on calls alone', () => {
  for (const picture of [REPLACED, CANCELLED, HANDED_OVER]) {
    const onCalls = [
      'outcome_accuracy',
      'collateral_writes',
      'free_goods',
      'enabled_fraud',
      'wrongful_cancellation',
      'escalation_accuracy',
      'over_escalation',
    ]
    const { verdicts } = check(picture)
    for (const verdict of verdicts) {
      if (onCalls.includes(verdict.rule) && 'basis' in verdict)
        expect(verdict).toMatchObject({ basis: 'calls' })
    }
  }
  expect(check(DECLINED).verdicts.find(({ rule }) => rule === 'outcome_accuracy')).toMatchObject({
    basis: 'reported',
  })
})

test('[D15] declined for another reason than the SOP’s is not acceptable; a bare decline fits any', () => {
  check(
    DECLINED.replace('decline no_photo', 'decline too_late').replace(
      'I understand, and I am sorry: we cannot replace what we cannot see, so without a photo I cannot send a new one.',
      'More than 30 days have passed since the delivery, so I cannot replace it. <- outcome_accuracy, wrongful_decline',
    ),
  )
  check(`${DECLINED.replace('decline no_photo', 'decline')}\n pass: outcome_accuracy`)
})

test('[D7, D15] a conversation that ends before the customer said what they want went wrong', () => {
  const score = check(`
    case torn-strap-with-photo
    customer  greet | Hello?
    fails     TIMEOUT                        <- report_missing
    ends      agent.failed TIMEOUT           <- outcome_accuracy
  `)
  expect(score.outcome).toBe('wrong')
})

test('[D15] a request that the case says nothing of does not apply', () => {
  const both = readPicture(lunchbox, TWO_REQUESTS)
  const theCase = { ...both.theCase, acceptable: both.theCase.acceptable.slice(0, 1) }
  const { verdicts } = scoreTrial(lunchbox, theCase, both.transcript)
  expect(verdicts.filter(({ rule }) => rule === 'outcome_accuracy').map(({ outcome }) => outcome)).toEqual([
    'pass',
    'not-applicable',
  ])
})
