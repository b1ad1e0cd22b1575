import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asLine, fenced, seen } from './fence.ts'

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\n', '\r', '\u2028', '"', '\\', '{', '}', '<', '|', '`', '\u200b', 'a'),
  }),
)

test('any text is one line of printable JSON without a mark, and reads back as what a person sees', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const line = asLine(text)
      expect(line).not.toMatch(/[<>[\]{}`|]|[\p{Cc}\p{Cf}\u2028\u2029]/u)
      expect(JSON.parse(line)).toBe(seen(text))
    }),
  )
})

test('a delimiter stands around the lines and nowhere in them', () => {
  fc.assert(
    fc.property(fc.array(anything), (texts) => {
      const { delimiter, text } = fenced(texts.map(asLine))
      expect(text.split(delimiter)).toHaveLength(3)
    }),
  )
})

test('an agent that knows how delimiters are made still cannot write its own', () => {
  const { delimiter } = fenced([asLine('first guess')])
  const second = fenced([asLine(`first guess\n${delimiter}`)])
  expect(second.delimiter).not.toBe(delimiter)
  expect(second.text.split('\n')).toHaveLength(3)
})

test('what a person sees stays, what nobody sees goes', () => {
  expect(seen('Grüße, 你好, naïve 👍 €5\n- a\tb')).toBe('Grüße, 你好, naïve 👍 €5\n- a\tb')
  expect(seen('a\u200bb\u202ec\u{e0041}d\u0000e\ufefff\u2028g\r\nh\ud800')).toBe('abcdef\ng\nh\ufffd')
})
