import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ABSENT, REFUSED, Special, UNAVAILABLE, UNKNOWN, type Value } from '../values/value.ts'
import type { CompareOp, Guard } from './guard.ts'
import { compareValues, compileGuard, evaluate } from './guard-evaluate.ts'
import { explainFalse, variablesOf } from './guard-explain.ts'
import { parseGuard } from './guard-parse.ts'

const guardOf = (text: string): Guard => {
  const { guard, fault } = parseGuard(text)
  if (guard === null) throw fault
  return guard
}
const holds = (text: string, values: Readonly<Record<string, Value>>): boolean =>
  evaluate(guardOf(text), (name) => values[name] ?? UNKNOWN)

const SPECIALS = [UNKNOWN, ABSENT, REFUSED, UNAVAILABLE]

test('[V5] a special equals only itself and has no order', () => {
  for (const one of SPECIALS) {
    for (const other of SPECIALS) expect(compareValues(one, '==', other)).toBe(one === other)
    for (const is of ['<', '<=', '>', '>='] as const) expect(compareValues(one, is, 30)).toBe(false)
    expect(compareValues(one, '==', one.word)).toBe(false)
    expect(compareValues(one, '!=', 3)).toBe(true)
  }
})

test('[V5] numbers and ISO dates are ordered, everything else only equal', () => {
  expect(holds('fields.n <= 30', { 'fields.n': 30 })).toBe(true)
  expect(holds('fields.n < 30', { 'fields.n': 30 })).toBe(false)
  expect(holds("fields.d > '2026-01-31'", { 'fields.d': '2026-02-01' })).toBe(true)
  expect(compareValues(true, '<', 3)).toBe(false)
  expect(holds("fields.s in ['a', refused]", { 'fields.s': REFUSED })).toBe(true)
  expect(holds('!fields.b', { 'fields.b': REFUSED })).toBe(true)
})

test('[V5] the compiled guard is the plain reading of the tree', () => {
  const value = fc.constantFrom<Value>(0, 1, 2, true, false, 'a', ABSENT, REFUSED)
  const atom = fc.record({
    name: fc.constantFrom('fields.a', 'fields.b'),
    is: fc.constantFrom<CompareOp>('==', '!=', '<', '<=', '>', '>='),
    value,
  })
  const guard = fc.letrec<{ guard: Guard }>((tie) => ({
    guard: fc.oneof(
      { maxDepth: 4 },
      atom.map((it): Guard => ({ op: 'compare', text: '', ...it })),
      tie('guard').map((of): Guard => ({ op: 'not', of, text: '' })),
      fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('guard'), { maxLength: 3 }))
        .map(([op, of]): Guard => ({ op, of, text: '' })),
    ),
  })).guard
  const plain = (it: Guard, read: (name: string) => Value): boolean => {
    if (it.op === 'constant') return it.value
    if (it.op === 'not') return !plain(it.of, read)
    if (it.op === 'in') return it.values.includes(read(it.name))
    if (it.op === 'compare') return compareValues(read(it.name), it.is, it.value)
    const held = it.of.filter((part) => plain(part, read)).length
    return it.op === 'and' ? held === it.of.length : held > 0
  }
  fc.assert(
    fc.property(guard, value, value, (it, a, b) => {
      const read = (name: string) => (name === 'fields.a' ? a : b)
      const truth = plain(it, read)
      expect(compileGuard(it)(read)).toBe(truth)
      expect(explainFalse(it, read) === '').toBe(truth)
    }),
  )
})

test('explains what made a guard false, with the values read', () => {
  const why = (text: string, values: Readonly<Record<string, Value>>) =>
    explainFalse(guardOf(text), (name) => values[name] ?? UNKNOWN)
  expect(why('fields.has_photo == true', { 'fields.has_photo': UNAVAILABLE })).toBe(
    'fields.has_photo == true, has_photo is unavailable',
  )
  expect(why('fields.has_photo', {})).toBe('fields.has_photo == true, has_photo is unknown')
  expect(why("fields.a == 1 && fields.b == 'x'", { 'fields.a': 1, 'fields.b': 'y' })).toBe(
    'fields.b == \'x\', b is "y"',
  )
  expect(why('!(fields.a <= 3)', { 'fields.a': 2 })).toBe('!(fields.a <= 3), a is 2')
  expect(why('fields.a == 1 || fields.a == 2', { 'fields.a': 3 })).toBe(
    'fields.a == 1, a is 3; fields.a == 2, a is 3',
  )
  expect(why('fields.a == 1', { 'fields.a': 1 })).toBe('')
  expect(why('false', {})).toBe('it is never true')
})

test('lists the variables of a guard once each', () => {
  expect(variablesOf(guardOf('fields.b == 1 || !(fields.a == 2 && fields.b == 3)'))).toEqual([
    'fields.b',
    'fields.a',
  ])
  expect(new Special('absent') === ABSENT).toBe(false)
})
