import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { withCase } from './case-text.ts'

const TEXT = `# Ours.

- id: one      # the first
  wants: { a: 1 }

- id: two
  wants: >
    several
    lines

- id: three
  wants: {}
`
const ids = (text: string): readonly string[] => parse(text).map(({ id }: { id: string }) => id)

test('a new case comes last; nothing else changes', () => {
  const text = withCase(TEXT, 'four', { id: 'four', wants: 'x' })
  expect(text.startsWith(TEXT.trimEnd())).toBe(true)
  expect(ids(text)).toEqual(['one', 'two', 'three', 'four'])
})

test.each(['one', 'two', 'three'])(
  'case %s is replaced in its place, the others stay letter by letter',
  (id) => {
    const text = withCase(TEXT, id, { id, wants: 'new' })
    expect(parse(text)).toEqual(
      parse(TEXT).map((each: { id: string }) => (each.id === id ? { id, wants: 'new' } : each)),
    )
    if (id !== 'one') expect(text).toContain('- id: one      # the first\n  wants: { a: 1 }\n')
  },
)

test('a case is taken out; a file without cases is an empty list with its comments', () => {
  expect(ids(withCase(TEXT, 'two', null))).toEqual(['one', 'three'])
  const empty = ['one', 'two', 'three'].reduce((text, id) => withCase(text, id, null), TEXT)
  expect(empty).toBe('# Ours.\n[]\n')
  expect(withCase('# Ours.\n[]\n', 'one', { id: 'one' })).toBe('# Ours.\n- id: one\n')
})
