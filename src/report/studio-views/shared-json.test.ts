import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareJson, unshareJson } from './shared-json.ts'

test('what comes out is what went in, as JSON has it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const stored: ReturnType<typeof shareJson> = JSON.parse(JSON.stringify(shareJson(value)))
      expect(JSON.stringify(unshareJson(stored))).toBe(JSON.stringify(value))
    }),
    { numRuns: 200 },
  )
})

test('what is not there stays away, and no member can reach the prototype', () => {
  const hostile: unknown = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')
  const back = unshareJson(shareJson([hostile, { gone: undefined, kept: 1 }, Number.NaN]))
  expect(JSON.stringify(back)).toBe('[{"__proto__":{"polluted":true},"constructor":1},{"kept":1},null]')
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('equal parts are written once', () => {
  const part = { title: 'look up the order', cites: ['a.1', 'a.2'] }
  const { values } = shareJson(Array.from({ length: 100 }, () => ({ ...part })))
  expect(values.length).toBeLessThan(10)
})
