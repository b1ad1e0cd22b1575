import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileExpression, evaluateExpression, NO_EXPRESSION } from './expression.ts'
import type { ExpressionValue } from './expression-functions.ts'

const NAMES: Readonly<Record<string, ExpressionValue>> = {
  today: '2026-03-10',
  n: 3,
  word: 'x',
  yes: true,
  order: { total: 0.2, status: 'paid', note: null },
}
const scope = {
  name: (name: string) => NAMES[name] ?? null,
  receipt: (prefix: string) => `${prefix}-000001`,
}
const evaluate = (text: string) => {
  const { expression } = compileExpression(text)
  return expression === null ? undefined : evaluateExpression(expression, scope)
}

test.each([
  ['order.total + 0.1', 0.3],
  ['n + 1', 4],
  ['-n * 2', -6],
  ['n / 0', null],
  ["order.status in ['paid', 'packed']", true],
  ["order.status == 'paid' && !(n > 3) || false", true],
  ['order.note == null', true],
  ['order.note + 1', null],
  ['order.nothing', null],
  ["word < 'y'", true],
  ['word < 1', false],
  ['yes ? n : 0', 3],
  ["receipt('RP')", 'RP-000001'],
  ["plus_days('2026-02-27', 2)", '2026-03-01'],
  ['days_between(today, "2026-03-01")', -9],
  ['max(n, 9.5)', 9.5],
  ['round(10.0 / 3)', 3.33],
  ["'a' + string(n)", 'a3'],
])('%s is %s', (text, value) => expect(evaluate(text)).toEqual(value))

test.each([
  ['order.', 7],
  ['n + size(word)', 5],
  ['max(n)', 1],
  ['receipt(word)', 1],
  ["word.matches('a+')", 1],
  ['[1,2].map(x, x)', 1],
])('%s is refused at column %i', (text, column) => {
  const { fault } = compileExpression(text)
  expect(fault?.column).toBe(column)
  expect(fault?.hint).toBeTruthy()
})

test('names every variable it reads', () => {
  const { expression } = compileExpression("order.total + n > 3 ? receipt('A') : today")
  expect(expression?.reads.map(({ root, member }) => [root, member])).toEqual([
    ['order', 'total'],
    ['n', null],
    ['today', null],
  ])
  expect(expression?.takesReceipt).toBe(true)
})

test('an expression that was kept as data has the same value', () => {
  const { expression } = compileExpression('order.total + n')
  expect(evaluateExpression(structuredClone(expression ?? NO_EXPRESSION), scope)).toBe(3.2)
  expect(evaluateExpression(NO_EXPRESSION, scope)).toBe(null)
})

test('never throws, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9'"().+*/<>=!&|?: ,[\]-]{0,40}$/)),
      (text) => {
        evaluate(text)
      },
    ),
    { numRuns: 500 },
  )
})

test('a constructor is no function and a prototype no member', () => {
  expect(evaluate('order.constructor')).toBe(null)
  expect(evaluate('order.__proto__')).toBe(null)
  expect(compileExpression('constructor(n)').fault).not.toBe(null)
})
