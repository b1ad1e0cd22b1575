import { expect, test } from 'vitest'
import { byText } from './by-text.ts'

test('a text is worked out once, also after a thousand others; a long one each time', () => {
  const asked: string[] = []
  const lengthOf = byText((text) => {
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
  const long = 'x'.repeat(2_001)
  expect([lengthOf(long), lengthOf(long)]).toEqual([{ length: 2_001 }, { length: 2_001 }])
  expect(asked.filter((text) => text === long)).toHaveLength(2)
})
