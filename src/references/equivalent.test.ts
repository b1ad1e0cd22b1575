import { describe, expect, test } from 'vitest'
import { RETURNS, spaceOfSteps } from '../../test/support/graph/plan.ts'
import { universeOf } from '../graph/coverage/coverage-universe.ts'
import { whyEquivalent } from './equivalent.ts'
import { mutantsOf } from './mutants.ts'

/** Mutants of a graph that are proven to be none, with the proof. */
function provenIn(steps: string): Readonly<Record<string, string>> {
  const space = spaceOfSteps(steps)
  const known = { graph: space.graph, universe: universeOf(space) }
  return Object.fromEntries(
    mutantsOf(space.graph).flatMap((mutant) => {
      const because = whyEquivalent(mutant, known)
      return because === null ? [] : [[mutant.id, because] as const]
    }),
  )
}

const THE_SAME_TWICE = RETURNS.replace(
  'known: { decide: [ { when: "records.order == absent", to: no }, { otherwise: window } ]',
  'known: { decide: [ { when: "records.order == absent", to: no }, { when: "records.order != absent && records.order.total > 90", to: window }, { otherwise: window } ]',
)

/** Within 100 days nobody is beyond 200: what stands behind that is never reached. */
const UNREACHABLE = RETURNS.replace('to: photo }', 'to: again }').replace(
  'photo: {',
  `again: { decide: [ { when: "derived.days > 200", to: lost }, { otherwise: photo } ], cites: "1#1" }
  lost: { tell: explain, about: lost, cites: "1#1", next: done }
  photo: {`,
)

describe('a fault that can never show is proven to be none', () => {
  test('in a graph where everything hangs together, no fault is explained away', () => {
    expect(provenIn(RETURNS)).toEqual({})
  })

  test('two edges that lead to the same step may change places', () => {
    expect(provenIn(THE_SAME_TWICE)).toEqual({
      'invert broken/known>broken/window': 'both ways lead to broken/window',
    })
  })

  test('what no customer and no record lead to', () => {
    expect(provenIn(UNREACHABLE)).toEqual({
      'skip broken/lost': 'no customer and no record lead to broken/lost',
    })
  })

  test('proof nobody asks for', () => {
    const unasked = RETURNS.replace(
      /photo: \{ learn: photo[^\n]*/,
      'photo: { tell: inform, about: x, cites: "1#2", next: sure }',
    ).replace(/proof: \{[^\n]*\n/, '')
    expect(provenIn(unasked)).toEqual({ 'proof-waived photo': 'no step asks for photo' })
  })
})
