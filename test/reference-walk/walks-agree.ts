import { expect, test } from 'vitest'
import { startWalk } from '../../src/graph/walk/walk.ts'
import { MIXED, SMALL } from '../random-graphs/index.ts'
import { describeDisagreement, firstDisagreement, type Plan } from './agreement.ts'

const HISTORIES_PER_GRAPH = 20

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

/**
 * The walk and the reference walk share no code and agree after every event on judged actions, what is due, what is relevant
 * and where each request stands. All is 100,000 histories. Their rules were written from docs/spec/graph.md by two people who did
 * not read each other; the walk was put into its present shape later, by somebody who had read both.
 * A failure prints the seed, the graph and the shortest failing history; `firstDisagreement` with that plan repeats it.
 */
export function testWalksAgree(share: number): void {
  test.each(plans)(`%s: ${share} of %d histories`, (_, histories, planOf) => {
    for (let seed = 1; seed <= (share * histories) / HISTORIES_PER_GRAPH; seed += 1) {
      const found = firstDisagreement(startWalk, { ...planOf(seed), seed, histories: HISTORIES_PER_GRAPH })
      expect(found === null ? '' : describeDisagreement(found)).toBe('')
    }
  })
}
