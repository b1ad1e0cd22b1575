import { describe, expect, test } from 'vitest'
import { bestOf, isWorse } from '../bench/guard.ts'

const stored = { bench: 'score', figure: 'ratio', ratio: 4, tolerance: 0.25 }

/** A bench that measures these, one a run. */
const measuring = (...ratios: readonly number[]) => {
  const left = [...ratios]
  const run = async () => {
    const ratio = left.shift()
    return ratio === undefined ? {} : { ratio }
  }
  return { left, run }
}

describe('the guard of `npm run bench -- guard`', () => {
  test('a ratio may be as much worse as its tolerance says, and no more', () => {
    expect(isWorse({ ...stored, now: 5 })).toBe(false)
    expect(isWorse({ ...stored, now: 5.01 })).toBe(true)
  })

  test('one slow try is no finding, three are; a good one ends it', async () => {
    const twice = measuring(9, 4.5, 9)
    expect((await bestOf([stored], twice.run)).map(isWorse)).toEqual([false])
    expect(twice.left).toEqual([9])
    expect((await bestOf([stored], measuring(9, 8, 7, 1).run)).map(({ now }) => now)).toEqual([7])
  })

  test('a figure that a bench no longer has is a finding', async () => {
    expect((await bestOf([stored], measuring().run)).map(isWorse)).toEqual([true])
  })
})
