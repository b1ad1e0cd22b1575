import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planCases } from '../src/cases/plan-cases.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'

/** As many as the SAGE paper's code has intents for the scenario: who writes to a desk has more reasons than it has procedures. */
const INTENTS = {
  'online-education': 5,
  'ecommerce-refund': 10,
  'telecom-package': 11,
  'property-service': 23,
  'logistics-delivery': 18,
  'airline-refund': 19,
} as const

test.each(Object.entries(INTENTS))(
  '%s has at least %i motives, and no case is without one',
  async (id, intents) => {
    const pack = await loadPack(join(packageRoot(), 'packs', id))
    expect(new Set(pack.cases.map(({ motive }) => motive)).size).toBeGreaterThanOrEqual(intents)
    const written = pack.cases.filter(({ motive, card }) => motive !== card.requests[0]?.wants)
    expect(written.length).toBe(pack.cases.length)
  },
)

test('a planned case has its motive from what is wanted and how', async () => {
  const pack = await loadPack(join(packageRoot(), 'packs', 'lunchbox'))
  const { cases } = planCases(pack, { size: 'small', seed: 1, tactics: [...pack.tactics.values()] })
  expect(cases.every(({ motive }) => motive.length > 3)).toBe(true)
  expect(
    cases.some(
      ({ motive, tactic }) => tactic !== null && motive.endsWith(`(${tactic.replaceAll('-', ' ')})`),
    ),
  ).toBe(true)
})
