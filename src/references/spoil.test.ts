import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Scalar } from '../base/values/value.ts'
import type { Constraint } from '../graph/model/graph.ts'
import { spoilt } from './spoil.ts'

const constraint = (is: Constraint['is'], operand: Constraint['operand']): Constraint => ({
  argument: 'a',
  is,
  operand,
  text: '',
})
const nothing = () => undefined

describe('an argument made wrong breaks its constraint', () => {
  const meets: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
    '==': (value, bound) => value === bound,
    '<': (value, bound) => value < bound,
    '<=': (value, bound) => value <= bound,
    '>': (value, bound) => value > bound,
    '>=': (value, bound) => value >= bound,
  }
  /** What an honest call gives, see `demanded`. */
  const honest: Readonly<Record<string, number>> = { '==': 0, '<': -1, '<=': 0, '>': 1, '>=': 0 }

  test.each(['==', '<', '<=', '>', '>='] as const)('%s', (is) => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), (bound) => {
        const right = bound + (honest[is] ?? 0)
        expect(meets[is]?.(right, bound)).toBe(true)
        const wrong = spoilt(constraint(is, { value: bound }), right, nothing)
        expect(meets[is]?.(Number(wrong), bound)).toBe(false)
      }),
    )
  })

  test('one of several', () => {
    const values: readonly Scalar[] = ['A-1', 'A-2', 'A-3', 4, 9]
    for (const value of values)
      expect(values).not.toContain(spoilt(constraint('in', { values }), value, nothing))
  })

  test('anything but one: that one, in the same form', () => {
    const other = constraint('!=', { name: 'records.order.address' })
    expect(spoilt(other, 'New Street 1', () => 'Old Street 2')).toBe('Old Street 2')
    expect(spoilt(constraint('!=', { value: 5 }), 3, nothing)).toBe(5)
    expect(spoilt(constraint('!=', { value: false }), true, nothing)).toBe(false)
  })

  test('words and truth values', () => {
    const equal = constraint('==', { name: 'fields.x' })
    expect(spoilt(equal, 'LB-1049', nothing)).toBe('LB-1040')
    expect(spoilt(equal, 'blue', nothing)).toBe('blue 2')
    expect(spoilt(equal, true, nothing)).toBe(false)
    expect(spoilt(equal, undefined, nothing)).toBe(null)
  })
})
