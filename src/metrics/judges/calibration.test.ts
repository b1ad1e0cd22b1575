import { expect, test } from 'vitest'
import { aCase } from '../../../test/support/base/ids.ts'
import { seededChance } from '../../base/chance.ts'
import { calibrate, type Labelled, type RatedThing } from './calibration.ts'
import { correctedRate } from './rogan-gladen.ts'

test('[M21] Rogan and Gladen: the textbook number, its limits, and a coin', () => {
  const share = (value: number, of = 1000) => ({ share: value, of })
  const corrected = correctedRate({
    apparent: share(0.34),
    sensitivity: share(0.9),
    specificity: share(0.8),
  })
  expect(corrected.value).toBeCloseTo((0.34 + 0.8 - 1) / 0.7, 9)
  const none = correctedRate({ apparent: share(0.1), sensitivity: share(0.9), specificity: share(0.8) })
  expect(none).toMatchObject({ value: 0, low: 0 })
  const coin = correctedRate({ apparent: share(0.5), sensitivity: share(0.5), specificity: share(0.5) })
  expect(coin).toMatchObject({ value: null, because: 'the judge is right no more often than chance' })
})

test('[M21] the corrected rate covers the true one, where the plain one does not', () => {
  const chance = seededChance(11)
  const [truth, right, wrong] = [0.3, 0.85, 0.75]
  const count = (of: number, p: number) =>
    Array.from({ length: of }, () => chance.hits(p)).filter(Boolean).length
  let covered = 0
  let plain = 0
  const sets = 600
  for (let set = 0; set < sets; set += 1) {
    const of = 300
    const apparent = { share: count(of, truth * right + (1 - truth) * (1 - wrong)) / of, of }
    const seen = correctedRate({
      apparent,
      sensitivity: { share: count(60, right) / 60, of: 60 },
      specificity: { share: count(80, wrong) / 80, of: 80 },
    })
    if ('low' in seen && seen.low <= truth && truth <= seen.high) covered += 1
    if (Math.abs(apparent.share - truth) < 1.96 * Math.sqrt((truth * (1 - truth)) / of)) plain += 1
  }
  expect(covered / sets).toBeGreaterThan(0.92)
  expect(covered / sets).toBeLessThan(0.99)
  expect(plain / sets).toBeLessThan(0.5)
})

/** A judge that agrees with people on good and not good with probability `right`. */
function labelled(cases: number, right: number, bias = 0): readonly Labelled[] {
  const chance = seededChance(5)
  return Array.from({ length: cases * 3 }, (_, index) => {
    const good = chance.hits(0.5)
    const agrees = chance.hits(right)
    const judge = good === agrees ? 0.75 : 0.25
    return { case: aCase(String(index % cases)), judge: judge + bias, people: [good ? 0.75 : 0.25] as const }
  })
}
const rated: readonly RatedThing[] = Array.from({ length: 40 }, (_, index) => ({
  case: aCase(String(index)),
  agent: index % 2 === 0 ? 'even' : 'odd',
  value: index % 4 === 0 ? 0.75 : 0.25,
}))

test('[M21] agreement, bias, sensitivity, specificity and the rates of each agent', () => {
  const result = calibrate('empathy', labelled(40, 0.9, 0.1), rated)
  expect(result).toMatchObject({ dimension: 'empathy', labels: 120, cases: 40, people: null })
  expect(result.bias.value).toBeCloseTo(0.1, 1)
  expect(result.sensitivity.value).toBeCloseTo(0.9, 1)
  expect(result.specificity.value).toBeCloseTo(0.9, 1)
  expect(result.kappa.value).toBeCloseTo(0.8, 1)
  expect(result.rates.map(({ agent, apparent }) => [agent, apparent.value])).toEqual([
    ['even', 0.5],
    ['odd', 0],
  ])
  expect(result.rates.map(({ corrected }) => corrected.value)[1]).toBe(0)
  expect([result.calibrated, result.lacks]).toEqual([true, null])
})

test('[M21] too few labels, agreement by chance, and labels all alike calibrate nothing', () => {
  expect(calibrate('empathy', labelled(9, 1), rated).lacks).toContain('27 labels')
  expect(calibrate('empathy', labelled(20, 0.5), rated).lacks).toBe('agreement is not beyond chance')
  const alike = labelled(20, 1).map((each) => ({ ...each, judge: 1, people: [1] as const }))
  expect(calibrate('empathy', alike, rated).lacks).toContain('called everything good')
  expect(calibrate('empathy', [], rated)).toMatchObject({ labels: 0, calibrated: false })
})

test('[M21] people among themselves: alpha of those who labelled the same', () => {
  const [first] = labelled(1, 1)
  const people = (...values: readonly [number, ...number[]]): Labelled => ({
    case: aCase('1'),
    judge: first?.judge ?? 0,
    people: values,
  })
  expect(calibrate('empathy', [people(0.25, 0.25), people(0.75, 0.75)], []).people).toBe(1)
})
