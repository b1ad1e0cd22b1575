import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aStep } from '../../../test/support/base/ids.ts'
import { LOOPING, RETURNS, spaceOfSteps } from '../../../test/support/graph/plan.ts'
import { coverageOf } from '../coverage/coverage.ts'
import { universeOf } from '../coverage/coverage-universe.ts'
import { CRITERIA, planSituations, type Situation } from './plan.ts'
import { fewest } from './plan-cover.ts'

const universe = universeOf(spaceOfSteps(RETURNS))
const plan = (
  criteria: readonly (typeof CRITERIA)[number][],
  interrupts: 'none' | 'once' | 'each' = 'none',
) => planSituations(universe, { criteria, interrupts })
const covered = (situations: readonly Situation[]) =>
  coverageOf(
    universe,
    situations.map((one) => one.exercised),
  )

describe('plan', () => {
  test.each(CRITERIA)('[P3] [P4] %s: what was promised is covered, and is all there is', (criterion) => {
    const made = plan([criterion])
    const { hits } = covered(made.situations)
    expect(made.promised[criterion].filter((id) => !hits[criterion].has(id))).toEqual([])
    expect(made.promised[criterion].length).toBeGreaterThan(2)
  })

  test('[P3] few situations: steps take fewer than paths, paths as many as there are', () => {
    expect(plan(['steps']).situations.length).toBeLessThan(6)
    expect(plan(['paths']).situations).toHaveLength(6)
  })

  test('[P3] boundaries get the values just inside and just outside, on the path each makes true', () => {
    const made = plan(['boundaries']).situations
    const at = made.map((one) => [
      one.witness.values.get('derived.days'),
      one.path.steps.includes(aStep('broken/late')),
    ])
    expect(at).toEqual([
      [99, false],
      [100, false],
      [101, true],
    ])
    expect(made.map((one) => one.witness.rows.get('order')?.get('delivered_on'))).toEqual([
      '2025-12-01',
      '2025-11-30',
      '2025-11-29',
    ])
  })

  test('[P3] interrupts come once, or from every stretch; a handover leaves the rest of the path unwalked', () => {
    const once = plan(['steps'], 'once')
    expect(once.promised.steps).toContain('human/out')
    expect(covered(once.situations).hits.steps.has('human/out')).toBe(true)
    const each = plan(['edges'], 'each').situations.filter((one) => one.interrupt !== null)
    expect(each).toHaveLength(universe.interrupts.length)
    expect(covered(each).interrupts.hit).toBe(universe.interrupts.length)
    expect(each[0]?.exercised.steps).toEqual(['broken/ask', 'human/out'])
  })

  test('[P3] the same plan every time', () => {
    expect(plan(['pairs', 'boundaries'], 'once')).toEqual(plan(['pairs', 'boundaries'], 'once'))
  })

  test('[P3] customers who change their mind are used only where no other will do', () => {
    const looping = universeOf(spaceOfSteps(LOOPING))
    const made = planSituations(looping, { criteria: ['edges'], interrupts: 'none' })
    expect(made.situations.every((one) => one.path.steady)).toBe(true)
  })

  test('[P3] too many paths: pairs stand in for them, and are covered', () => {
    const fork = (n: number) => `
      a${n}: { learn: pieces, cites: "1#1,1#2", next: d${n} }
      d${n}: { choice: agent, decide: [ { when: "fields.pieces <= ${(n % 8) + 1}", to: x${n} }, { when: "true", to: y${n} } ], cites: "1#1" }
      x${n}: { tell: inform, about: found, cites: "1#1", next: a${n + 1} }
      y${n}: { tell: decline, about: late, cites: "1#1", next: a${n + 1} }`
    const steps = `${Array.from({ length: 16 }, (_, n) => fork(n)).join('')}\n      a16: { end: true }`
    const many = universeOf(spaceOfSteps(steps))
    expect(many.paths).toBeNull()
    const made = planSituations(many, { criteria: ['paths', 'boundaries'], interrupts: 'none' })
    expect(made.pathsTooMany).toBe(true)
    expect(made.situations.length).toBeLessThan(60)
    const { pairs, boundaries } = coverageOf(
      many,
      made.situations.map((one) => one.exercised),
    )
    expect(pairs).toEqual({ hit: pairs.of, of: pairs.of })
    expect(boundaries).toEqual({ hit: boundaries.of, of: boundaries.of })
    expect(pairs.of).toBeGreaterThan(400)
  })
})

test('[P3] the cover is complete and holds nothing that could be left out', () => {
  const offer = fc.record({
    item: fc.integer(),
    covers: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')),
  })
  fc.assert(
    fc.property(fc.array(offer, { maxLength: 12 }), (offers) => {
      const wanted = new Set(offers.flatMap((one) => one.covers))
      const chosen = fewest(offers, wanted)
      expect(new Set(chosen.flatMap((one) => one.covers))).toEqual(wanted)
      for (const one of chosen) {
        const rest = new Set(chosen.filter((other) => other !== one).flatMap((other) => other.covers))
        expect([...one.covers].every((id) => rest.has(id))).toBe(false)
      }
    }),
  )
})
