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
})

test('[D26] a handover that is wanted, for a reason that no acceptable outcome has, lands on the wrong desk (4#13)', () => {
  const score = check(
    changed(HANDED_OVER, 'reason=many_replacements', 'reason=address_changed').replace(
      'Please decide whether he gets one."',
      'Please decide whether he gets one."  <- wrong_arguments, outcome_accuracy',
    ),
  )
  expect(score.verdicts.find(({ rule }) => rule === 'wrong_arguments')?.because).toContain(
    '"many_replacements"',
  )
  expect(score.divergence).toMatchObject({
    clauses: ['4#13'],
    because: expect.stringContaining('address_changed'),
  })
  check(`${HANDED_OVER}\n pass: wrong_arguments`)
})

test('[D26] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${REDIRECTED}\n pass: wrong_arguments`)
  check(`${DECLINED}\n n/a: wrong_arguments`)
})
