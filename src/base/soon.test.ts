import { expect, test } from 'vitest'
import { whenThere } from './soon.ts'

test('what is there is gone on with at once, what is not when it comes', async () => {
  const done: string[] = []
  const note = (word: string) => done.push(word)
  expect(whenThere('there', note)).toBe(1)
  const later = whenThere(Promise.resolve('later'), note)
  expect(done).toEqual(['there'])
  expect(await later).toBe(2)
})

test('a promise that is broken stays broken', async () => {
  await expect(whenThere(Promise.reject(new RangeError('no')), () => 1)).rejects.toThrow('no')
})
