import { DISTURBANCES } from '../world/disturb.ts'
import type { Case } from './case.ts'
import { caseId } from './case-id.ts'

/**
 * The same cases on a desk with faults: each that may run at intensity 0, there, at every level of disturbance. What is
 * acceptable stays what it was: every fault can be got over by asking again.
 */
export const disturbedCases = (cases: readonly Case[]): readonly Case[] =>
  cases
    .filter(({ intensities }) => intensities.includes(0))
    .flatMap((each) =>
      DISTURBANCES.map((disturbance) => ({
        ...each,
        id: caseId(each.pack, `${each.id.slice(each.pack.length + 1)}-disturbed-${disturbance}`),
        intensity: 0 as const,
        intensities: [0] as const,
        twin: null,
        planned: true,
        disturbance,
      })),
    )
