import { expect, test } from 'vitest'
import { type Chance, seededChance } from '../../base/chance.ts'
import { agrestiCoull, rateHere, rateLikeThese } from './fork-rates.ts'

test('[M40] 0 and 10 of 10: the interval reaches to 32 % and back to 68 %', () => {
  expect(agrestiCoull(0, 10).low).toBe(0)
  expect(agrestiCoull(0, 10).high).toBeCloseTo(0.3209, 4)
  expect(agrestiCoull(10, 10)).toEqual({ low: expect.closeTo(0.6791, 4), high: 1 })
})

test('[M40] two of ten here, and the same two of ten like these, are different rates', () => {
  const cases = [{ hits: 10, of: 10 }, ...Array.from({ length: 9 }, () => ({ hits: 0, of: 10 }))]
  const here = rateHere(10, 100)
  const like = rateLikeThese(cases)
  expect(here.value).toBe(like.value)
  if (here.value === null || like.value === null) return expect.unreachable()
  expect(like.high - like.low).toBeGreaterThan(2 * (here.high - here.low))
})

test('[M40] one case says nothing about cases like it', () => {
  expect(rateLikeThese([{ hits: 3, of: 10 }])).toEqual({
    value: null,
    of: 0,
    because: 'it takes at least two cases',
  })
})

const RATES = [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
const REPETITIONS = 1000
const CASES = 18
const SAMPLES = 10

const hitsOf = (p: number, chance: Chance): number =>
  Array.from({ length: SAMPLES }, () => chance.hits(p)).filter(Boolean).length

/** Share of 1,000 repetitions whose interval holds p, for each p. */
const coverage = (interval: (p: number) => { readonly low: number; readonly high: number }): number[] =>
  RATES.map((p) => {
    let held = 0
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      const { low, high } = interval(p)
      if (low <= p && p <= high) held += 1
    }
    return held / REPETITIONS
  })

function expectCovered(shares: readonly number[]): void {
  const mean = shares.reduce((sum, value) => sum + value, 0) / shares.length
  expect(mean).toBeGreaterThan(0.93)
  expect(mean).toBeLessThan(0.97)
  expect(Math.min(...shares)).toBeGreaterThan(0.9)
}

test('[M40] coin flips: the interval here covers 93 to 97 % over all rates, nowhere less than 90 %', () => {
  const chance = seededChance(28)
  expectCovered(coverage((p) => agrestiCoull(hitsOf(p, chance), SAMPLES)))
})

/** How alike forks of one case are: 0, one coin for all cases; between, a coin a case; 1, each case always or never. */
test.each([0, 0.1, 0.4, 1])(
  '[M40] coin flips, forks of a case correlated %d: the interval like these covers 93 to 97 %, nowhere less than 90 %',
  (alike) => {
    const chance = seededChance(29)
    const shares = coverage((p) => {
      const cases = Array.from({ length: CASES }, () => ({
        hits: hitsOf(coinOf(p, alike, chance), chance),
        of: SAMPLES,
      }))
      const rate = rateLikeThese(cases)
      return rate.value === null ? { low: 1, high: 0 } : rate
    })
    expectCovered(shares)
  },
)

/** One coin of a population with mean p: drawn from Pólya's urn, whose draws have this correlation. */
function coinOf(p: number, alike: number, chance: Chance): number {
  if (alike === 0) return p
  if (alike === 1) return chance.hits(p) ? 1 : 0
  let [hits, draws] = [0, 0]
  const weight = 1 / alike - 1
  for (; draws < 60; draws += 1) if (chance.hits((p * weight + hits) / (weight + draws))) hits += 1
  return (p * weight + hits) / (weight + draws)
}
