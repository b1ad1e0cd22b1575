import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const show = (before: string, after: string): string =>
  lineDiff(before, after)
    .map((line) =>
      line.kind === 'cut' ? `@${line.lines}` : `${{ same: ' ', gone: '-', new: '+' }[line.kind]}${line.text}`,
    )
    .join('\n')

test('a changed line stands between two lines before and after it', () => {
  expect(show('a\nb\nc\nd\ne\nf\ng\n', 'a\nb\nc\nD\ne\nf\ng\n')).toBe('@1\n b\n c\n-d\n+D\n e\n f\n@1')
})

test('a new file is all new, equal texts show nothing', () => {
  expect([show('', 'a\nb\n'), show('a\nb\n', 'a\nb\n')]).toEqual(['+a\n+b', '@2'])
})

test('what stays and goes is the text before, what stays and comes the text after', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after)
      const cut = lines.reduce((sum, line) => sum + (line.kind === 'cut' ? line.lines : 0), 0)
      const count = (kind: string) => lines.filter((line) => line.kind === kind).length
      const length = (each: string) => (each === '' ? 0 : each.replace(/\n$/, '').split('\n').length)
      expect(count('same') + count('gone') + cut).toBe(length(before))
      expect(count('same') + count('new') + cut).toBe(length(after))
    }),
  )
})
