import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ABSENT, REFUSED } from '../values/value.ts'
import type { Guard } from './guard.ts'
import { GUARD_LIMITS, parseGuard, parseOperand } from './guard-parse.ts'

const guardOf = (text: string): Guard => {
  const reading = parseGuard(text)
  if (reading.guard === null) throw reading.fault
  return reading.guard
}
const faultOf = (text: string): string => {
  const { fault } = parseGuard(text)
  return fault === null ? 'none' : `${fault.column} ${fault.message}`
}

test('[V5] comparisons, lists, junctions and negation become a tree', () => {
  expect(guardOf("fields.a == 'x'")).toEqual({
    op: 'compare',
    name: 'fields.a',
    is: '==',
    value: 'x',
    text: "fields.a == 'x'",
  })
  expect(guardOf('derived.d in [1, -2.5, absent]')).toMatchObject({ op: 'in', values: [1, -2.5, ABSENT] })
  expect(guardOf('!(fields.a == refused) && (fields.b < 3 || fields.c)')).toMatchObject({
    op: 'and',
    of: [
      { op: 'not', of: { op: 'compare', value: REFUSED } },
      {
        op: 'or',
        text: 'fields.b < 3 || fields.c',
        of: [{ is: '<' }, { name: 'fields.c', is: '==', value: true }],
      },
    ],
  })
})

test('[V5] a constant on the left is turned round; parentheses around operands do no harm', () => {
  expect(guardOf('-3 <= derived.d')).toMatchObject({ name: 'derived.d', is: '>=', value: -3 })
  expect(guardOf('(fields.a) == (-1)')).toMatchObject({ name: 'fields.a', is: '==', value: -1 })
})

test.each([
  ["fields.a.matches('x+')", '1 "matches(...)" is a call; a guard cannot call functions'],
  ['size(fields.a) > 3', /^1 .*call/],
  ['fields.a + 1 == 2', /^1 .*arithmetic/],
  ['fields.a == 1 ? true : false', /^1 a guard cannot use \? :/],
  ['fields.a == fields.b', '13 "fields.a" is compared with another variable, "fields.b"'],
  ['fields.list.exists(x, x == 1)', /^1 /],
  ['fields.a == 1 && order.status == 2', '18 "order.status" is not a variable'],
  ['fields.a == broken', '13 "broken" is not a constant'],
  ['fields.a == null', /^13 null/],
  ['fields.a == b"x"', /^13 /],
  ['fields.a ==', /^12 /],
  ['fields', /^1 "fields" needs a member/],
  ['fields.a.b == 1', /^1 .*too many/],
  ['fields["a"] == 1', /^1 /],
  ['1 == 1', /^1 /],
  ['fields.a in 3', /^13 /],
  ['fields.a == 99999999999999999999', /^13 .*too large/],
  ['', /^1 /],
])('[V5] refused with its place: %s', (text, said) => {
  if (typeof said === 'string') expect(faultOf(text)).toBe(said)
  else expect(faultOf(text)).toMatch(said)
})

test('[C10] a guard has at most 400 characters and 64 comparisons', () => {
  expect(faultOf(`fields.a == '${'x'.repeat(GUARD_LIMITS.charactersMax)}'`)).toMatch(/characters/)
  expect(faultOf(Array.from({ length: 65 }, () => 'done.a').join('||'))).toMatch(/^1 .*400|65 comparisons/)
  expect(faultOf(Array.from({ length: 60 }, () => '!done').join('||'))).not.toBe('none')
})

test('[V5] operands of constraints: a variable, a constant or a list', () => {
  expect(parseOperand('records.order.total')).toEqual({
    operand: { name: 'records.order.total' },
    fault: null,
  })
  expect(parseOperand("'a'")).toEqual({ operand: { value: 'a' }, fault: null })
  expect(parseOperand('[1, 2]')).toEqual({ operand: { values: [1, 2] }, fault: null })
  expect(parseOperand('1 +').fault).not.toBeNull()
})

test('[V5] no text makes the parser throw', () => {
  const pieces = fc.constantFrom(
    'fields.a',
    '==',
    '&&',
    '!',
    '(',
    ')',
    '[',
    ']',
    '1',
    "'x'",
    'absent',
    'in',
    ' ',
    '.',
    '-',
    '?',
    ':',
    '{',
  )
  fc.assert(fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => void parseGuard(parts.join(''))))
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseGuard(text)))
})
