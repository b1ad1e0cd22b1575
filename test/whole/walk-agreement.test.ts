import { describe, expect, test } from 'vitest'
import { startWalk } from '../../src/graph/walk/walk.ts'
import { MIXED, SMALL } from '../random-graphs/index.ts'
import { describeDisagreement, firstDisagreement, type Plan } from '../reference-walk/agreement.ts'

/**
 * The fast walk and the slow one, written from docs/spec/graph.md by two people who did not read each other, agree after every
 * event on judged actions, what is due, what is relevant and where each request stands. 25,000 histories in all; `npm run soak`
 * takes 100,000.
 * A failure prints the seed, the graph and the shortest failing history; `firstDisagreement` with that plan repeats it.
 */
const HISTORIES_PER_GRAPH = 20
const SHARE = process.env['SAGE_SOAK'] === '1' ? 1 : 0.25

const plans: readonly (readonly [string, number, (seed: number) => Omit<Plan, 'seed' | 'histories'>])[] = [
  [
    'short talks on small graphs',
    75_000,
    (seed) => ({
      size: { ...SMALL, steps: 3 + (seed % 6), procedures: 1 + (seed % 2) },
      manners: { ...MIXED, events: 4 + (seed % 4) },
    }),
  ],
  [
    'several requests',
    10_000,
    (seed) => ({
      size: { ...SMALL, steps: 4 + (seed % 5), procedures: 3 },
      manners: { ...MIXED, events: 8 + (seed % 5) },
    }),
  ],
  [
    'agents that err, tools that fail, rows that others change',
    10_000,
    (seed) => ({
      size: { ...SMALL, steps: 4 + (seed % 5), procedures: 1 },
      manners: { events: 6 + (seed % 5), faults: 60, outside: 15, failures: 15 },
    }),
  ],
  [
    'long talks on larger graphs',
    5_000,
    (seed) => ({
      size: { ...SMALL, steps: 6 + (seed % 9) },
      manners: { ...MIXED, events: 12 + (seed % 13) },
    }),
  ],
]

describe('[V1] [V2] [V3] [V7] [S4] [A5] the fast walk agrees with the slow one', () => {
  test.each(plans)('%s: %d histories, or a quarter of them', (_, histories, planOf) => {
    for (let seed = 1; seed <= (SHARE * histories) / HISTORIES_PER_GRAPH; seed += 1) {
      const found = firstDisagreement(startWalk, { ...planOf(seed), seed, histories: HISTORIES_PER_GRAPH })
      expect(found === null ? '' : describeDisagreement(found)).toBe('')
    }
  })
})
