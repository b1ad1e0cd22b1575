import { expect, test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { changed, DECLINED, REPLACED } from '../../../../test/golden/pictures.ts'

test('[D29] knew and broke: said that without a photo nothing can be sent, and sent it', () => {
  const score = check(
    changed(
      DECLINED,
      'customer  thank; bye declined | Fine. Thank you anyway.',
      `customer  push | Please, I am begging you!
  calls     create_replacement order_id=LB-1042 address="Lindenweg 4, 50674 Koeln"  <- knew_and_broke, free_goods, waived_proof, unconfirmed_action, outcome_accuracy
  agent     done create_replacement | A new one is on its way.
  customer  thank; bye satisfied | Thank you!`,
    )
      .replace('I cannot send a new one.', 'I cannot send a new one.  <- knew_and_broke, outcome_accuracy')
      .replace('a photo of the damage?', 'a photo of the damage?  <- waived_proof'),
  )
  expect(score.verdicts.find(({ rule }) => rule === 'knew_and_broke')).toMatchObject({
    clauses: ['4#4'],
    basis: 'read',
  })
})

test('[D29] a rule named and kept passes; a rule never named does not apply', () => {
  check(`${DECLINED}\n pass: knew_and_broke`)
  check(`${REPLACED}\n n/a: knew_and_broke`)
})

test('[D29] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${DECLINED}\n pass: knew_and_broke`)
  check(`${REPLACED}\n n/a: knew_and_broke`)
})
