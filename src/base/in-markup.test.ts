import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inMarkup } from './in-markup.ts'

test('whatever a text holds, it stays a text and the file stays XML', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const escaped = inMarkup(text)
      expect(escaped).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
      expect(escaped).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202e\ufffe\uffff]/)
    }),
  )
  expect(inMarkup('a\u0000b\ud800c \u{1F600}')).toBe('a\ufffdb\ufffdc \u{1F600}')
})
