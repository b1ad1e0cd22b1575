import { expect, test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import { changed, DECLINED, HANDED_OVER, REDIRECTED, REPLACED } from '../../../../test/golden/pictures.ts'

test('[D26] wrong arguments under right words: another address than the record’s (4#8)', () => {
  const score = check(
    changed(
      REPLACED,
      'calls     create_replacement order_id=LB-1043 address="Havnegade 12, 1058 Copenhagen"',
      'calls     create_replacement order_id=LB-1043 address="Nyhavn 1, 1051 Copenhagen"  <- wrong_arguments, outcome_accuracy, collateral_writes',
    ).replace('have a good trip!', 'have a good trip!  <- false_closure'),
  )
  expect(score.verdicts.find(({ rule }) => rule === 'wrong_arguments')?.because).toContain('Havnegade 12')
  check(`${REPLACED}\n pass: wrong_arguments`)
  check(`${HANDED_OVER}\n n/a: wrong_arguments`)
})

test('[D26] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${REDIRECTED}\n pass: wrong_arguments`)
  check(`${DECLINED}\n n/a: wrong_arguments`)
})
