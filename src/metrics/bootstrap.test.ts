import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bootstrap, bootstrapRatio, intervalOf, resample } from './bootstrap.ts'
import { ratio } from './ratio.ts'

const clustersOf = fc.array(
  fc.record({ hits: fc.integer({ min: 0, max: 9 }), of: fc.integer({ min: 0, max: 9 }) }),
  { minLength: 1, maxLength: 40 },
)

test('hits over trials are a statistic like any other', () => {
  fc.assert(
    fc.property(clustersOf, fc.nat(500), (drawn, n) => {
      const clusters = drawn.map(({ hits, of }) => ({ hits: hits / 7, of }))
      expect(bootstrapRatio(clusters, n)).toEqual(
        bootstrap(clusters.length, (times) => ratio(clusters, times), n),
      )
    }),
    { numRuns: 50 },
  )
})

test('every resample draws as many cases as there are, and the same ones each time it is asked', () => {
  for (const cases of [1, 7, 100, ...Array.from({ length: 20 }, (_, index) => index + 200), 7]) {
    const drawn = resample(cases, (times) =>
      Array.from({ length: cases }, (_, index) => times(index)).reduce((sum, each) => sum + each, 0),
    )
    expect(new Set(drawn)).toEqual(new Set([cases]))
    const firstCase = () => resample(cases, (times) => times(0))
    expect(firstCase()).toEqual(firstCase())
  }
})

test('an interval is what lies between the ends of all resamples in order', () => {
  const drawn = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(drawn, (values) => {
      const sorted = Float64Array.from(values).sort()
      const at = (share: number): number => {
        const place = (sorted.length - 1) * share
        const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
        return below + (above - below) * (place - Math.floor(place))
      }
      const { low, high } = intervalOf(Float64Array.from(values)) ?? expect.unreachable()
      expect([low + 0, high + 0]).toEqual([at(0.025) + 0, at(0.975) + 0])
    }),
  )
  expect(intervalOf(new Float64Array(0))).toBeUndefined()
})
