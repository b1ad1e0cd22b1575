import { expect, test } from 'vitest'
import { linearPattern } from './linear-pattern.ts'

test.each([
  ['^NL-\\d{5}$', 'NL-10442', true],
  ['^NL-\\d{5}$', 'NL-1044', false],
  ['\\d+', 'a 12', true],
  ['^\\p{L}+$', 'Müller', true],
  ['^.$', '😀', true],
  ['^[\\w.+-]+@[\\w-]+\\.[\\w.-]*\\w$', 'a.b@c.de', true],
  ['^(yes|no)$', 'no', true],
  ['^\\u0041$', 'A', true],
])('%s on %s: %s', (source, text, fits) => {
  expect(linearPattern(source).test(text)).toBe(fits)
  expect(new RegExp(source, 'u').test(text)).toBe(fits)
})

test('the first place that fits', () => {
  const order = linearPattern('NL-\\d{5}')
  expect([order.find('my order is NL-10442, not NL-1'), order.find('none')]).toEqual(['NL-10442', undefined])
})

test.each(['(?=a)b', '(?<!a)b', '(a)\\1', '(', '[z-a]'])('%s is refused', (source) => {
  expect(() => linearPattern(source)).toThrow()
})

test('patterns that take JavaScript hours are answered', () => {
  for (const source of ['^(([a-z])+.)+[A-Z]([a-z])+$', '^(a+)+$', '^(a|a)*$', '^(a*)*b$'])
    expect(linearPattern(source).test(`${'a'.repeat(5000)}!`)).toBe(false)
})
