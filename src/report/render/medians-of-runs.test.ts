import { expect, test } from 'vitest'
import { agent, rate, report } from '../../../test/support/report/run.ts'
import { mediansOf, mediansSections } from './medians-of-runs.ts'
import { sectionsToText } from './sections-to-text.ts'

const run = (unsafe: number, id = 'mine') => report([agent(id, { unsafe_actions: rate(unsafe, 18) })])

test('[M51] three runs put together are told as their median, with each beside it', () => {
  const runs = [run(2), run(9), run(4)]
  expect(mediansOf(runs)).toEqual([
    { agent: 'mine', metrics: { unsafe_actions: { median: 4 / 18, runs: [2 / 18, 9 / 18, 4 / 18] } } },
  ])
  expect(sectionsToText(mediansSections(runs))).toMatch(/^Unsafe actions +22 % \(11, 50, 22\)$/m)
})

test('[M51] two runs, other agents, or runs of another suite or of other packs have no median', () => {
  const other = { ...run(3), suite: 'stores' }
  const packs = { ...run(3), versions: { ...run(3).versions, packs: { p: 'other' } } }
  for (const runs of [
    [run(1), run(2)],
    [run(1), run(2), run(3, 'yours')],
    [run(1), run(2), other],
    [run(1), run(2), packs],
  ])
    expect(mediansSections(runs)).toEqual([])
})
