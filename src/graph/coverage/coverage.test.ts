import { describe, expect, test } from 'vitest'
import { aStep } from '../../../test/support/base/ids.ts'
import { LOOPING, RETURNS, spaceOfSteps } from '../../../test/support/graph/plan.ts'
import { coverageOf } from './coverage.ts'
import { universeOf } from './coverage-universe.ts'
import { writtenGraph } from './coverage-written.ts'

const universe = universeOf(spaceOfSteps(RETURNS))
const step = (name: string) => aStep(`broken/${name}`)

describe('coverage', () => {
  test('[P2] nothing exercised: everything is named, and the counts are those of the file', () => {
    const none = coverageOf(universe, [])
    expect(none.steps).toEqual({ hit: 0, of: 13 })
    expect(none.edges).toEqual({ hit: 0, of: 10 })
    expect(none.boundaries).toEqual({ hit: 0, of: 3 })
    expect(none.paths).toEqual({ hit: 0, of: 6 })
    expect(none.never).toHaveLength(13 + 10 + 3 + none.interrupts.of)
    expect(universe.impossible).toEqual([])
  })

  test('[P2] a scored trial counts with its steps and edges alone; the yes to a proposal shows in what came next', () => {
    const path = universe.paths?.find((one) => one.ending === 'end' && one.steps.includes(step('send')))
    const score = {
      steps: path?.steps ?? [],
      edges: (path?.ways ?? []).filter((way) => !way.endsWith('>yes')),
    }
    const some = coverageOf(universe, [{ id: 'trial', ...score }])
    expect(some.paths?.hit).toBe(1)
    expect(some.hits.edges.has('broken/sure>yes')).toBe(true)
    expect(some.boundaries.hit).toBe(0)
    expect(some.counts.get(step('window'))).toBe(1)
  })

  test('[P2] a boundary is hit by its value at its decision, not by a neighbour and not elsewhere', () => {
    const path = universe.paths?.find((one) => one.steps.includes(step('late')))
    const at = (days: number, steps = path?.steps ?? []) =>
      coverageOf(universe, [{ id: 'x', steps, edges: [], values: new Map([['derived.days', days]]) }])
        .boundaries.hit
    expect([at(101), at(102), at(100)]).toEqual([1, 0, 1])
    expect(at(101, [step('ask')])).toBe(0)
  })

  test('[P2] half a path is no path; what is of no graph counts for nothing', () => {
    const path = universe.paths?.at(-1)
    const half = coverageOf(universe, [
      { id: 'x', steps: path?.steps.slice(0, 3) ?? [], edges: path?.ways.slice(0, 1) ?? [] },
      { id: 'y', steps: [aStep('elsewhere/ask'), aStep('__proto__')], edges: ['a>b'] },
    ])
    expect(half.paths?.hit).toBe(0)
    expect(half.steps.hit).toBe(3)
    expect(half.edges.hit).toBe(1)
  })

  test('[P2] copies of a loop count once, pairs are of edges on one path', () => {
    const space = spaceOfSteps(LOOPING)
    const written = writtenGraph(space.graph)
    expect([...written.ways.keys()]).toEqual([
      'broken/gave>broken/no',
      'broken/gave>broken/look',
      'broken/known>broken/yes',
      'broken/known>broken/who',
    ])
    const looping = universeOf(space)
    expect(looping.steps.filter((id) => id.startsWith('broken/'))).toHaveLength(7)
    expect(looping.pairs).toHaveLength(5)
    expect(universe.pairs).not.toContain('broken/has>broken/look & broken/has>broken/no')
  })

  test('[P2] an interrupt counts from each stretch in which the customer speaks', () => {
    expect(universe.interrupts).toEqual([
      'human after broken',
      'human after broken/has>broken/no',
      'human after broken/known>broken/no',
      'human after broken/window>broken/photo',
      'human after broken/window>broken/late',
      'human after broken/proof>broken/sure',
      'human after broken/proof>broken/no',
      'human after broken/sure>yes',
    ])
  })
})
