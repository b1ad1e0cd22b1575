import { expect, test } from 'vitest'
import { figuresIn } from './figures.ts'

const valuesOf = (sentence: string): readonly number[] => figuresIn(sentence).map(({ value }) => value)

test.each([
  ['4.2.6 The limit shall be raised for 8 weeks.', [8]],
  ['Notwithstanding clauses 3.3 and 3.4, no second allowance is paid.', []],
  ['Until then clauses 3.3 to 3.6 apply.', []],
  ['Do steps 1 and 2, then run the speed test.', []],
  ['Before you begin, read sections 1, 3, 5 and 10.', []],
  ['If they take it, switch to MACRO 10; if not, go on.', []],
  ['Quien trae un ticket regalo no pasa por nada de esto: con él vaya a la sección 7.', []],
  ['Sonst gilt Abschnitt 4 für 14 Tage.', [14]],
  ['Always in this order: 1) stop the packing 2) refund the full amount', []],
])('[L6] numbers of sentences and of points are no figures: %s', (sentence, values) => {
  expect(valuesOf(sentence)).toEqual(values)
})

test.each([
  ['0 to 30 | opened | refund the price less 20 %', [30, 20]],
  ['Where one or more of them are not recognised, transfer the call.', []],
  ['So no €60 check here', []],
  ['The €35 is not charged for damage.', []],
  ['Section 5 holds for 3 days and 2 nights.', [3, 2]],
])('[L6] a figure that limits nothing is none, another one is: %s', (sentence, values) => {
  expect(valuesOf(sentence)).toEqual(values)
})

test('[L6] which side of a figure is meant', () => {
  const bounds = (sentence: string) => figuresIn(sentence).map(({ bound }) => bound)
  expect(bounds('Never more than 2 a call.')).toEqual(['<='])
  expect(bounds('Later than 7 days after receipt')).toEqual(['>'])
  expect(bounds('30 kg or more')).toEqual(['>='])
})
