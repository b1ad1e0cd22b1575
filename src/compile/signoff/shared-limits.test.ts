import { expect, test } from 'vitest'
import { sharedLimits } from './shared-limits.ts'

test('where conditions share a limit, the exact figure is asked beside values with which it matters', () => {
  const limits = sharedLimits({
    decide: [
      {
        when: 'derived.days <= 30 || derived.days <= 60 && fields.damaged == true',
        to: 'refund',
      },
      { otherwise: 'decline' },
    ],
    cites: '1#1',
  })
  expect(limits).toEqual([
    { variable: 'derived.days', value: 30, others: [['fields.damaged', false]], edge: 0 },
    { variable: 'derived.days', value: 31, others: [['fields.damaged', false]], edge: 1 },
    { variable: 'derived.days', value: 60, others: [['fields.damaged', true]], edge: 0 },
    { variable: 'derived.days', value: 61, others: [['fields.damaged', true]], edge: 1 },
  ])
})

test('a decision over one variable has its figures asked already', () => {
  expect(sharedLimits({ decide: [{ when: 'derived.days <= 30', to: 'a' }, { otherwise: 'b' }] })).toEqual([])
})
