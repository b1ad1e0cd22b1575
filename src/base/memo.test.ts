import { expect, test } from 'vitest'
import { memoText } from './memo.ts'

test('a text is worked out once, also after a thousand others; a long one too, but not for ever', () => {
  const asked: string[] = []
  const lengthOf = memoText((text) => {
    asked.push(text)
    return { length: text.length }
  })
  expect(lengthOf('your order')).toEqual({ length: 10 })
  for (let other = 0; other < 1_000; other += 1) lengthOf(`order ${other}`)
  expect(lengthOf('your order')).toBe(lengthOf('your order'))
  expect(asked.filter((text) => text === 'your order')).toHaveLength(1)
  for (let other = 0; other < 3_000; other += 1) lengthOf(`parcel ${other}`)
  lengthOf('your order')
  expect(asked.filter((text) => text === 'your order')).toHaveLength(2)
  const long = 'x'.repeat(600_000)
  expect(lengthOf(long)).toBe(lengthOf(long))
  for (const letter of 'abcdef') lengthOf(letter.repeat(600_000))
  lengthOf(long)
  expect(asked.filter((text) => text === long)).toHaveLength(2)
})
