import { expect, test } from 'vitest'
import { parseGuard } from '../../base/guards/guard-parse.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import type { ClauseItem } from './clause-items.ts'
import { figureQuestions } from './figure-gate.ts'

/** The gates that ask about this sentence where the graph acts under this condition. */
function gatesOf(sentence: string, when: string): readonly string[] {
  const [clause] = parseSop('sop.md', `# Late parcels\n\n${sentence}\n`).clauses.values()
  const { guard } = parseGuard(when)
  if (clause === undefined || guard === null) return expect.fail('no sentence or no guard')
  const item = { id: 'a/b', cites: [clause.id], kind: 'decide', step: null, forbid: null, interrupt: null }
  const own: ClauseItem = {
    ...item,
    kind: 'decide',
    held: [{ guard, holds: true }],
    isConditional: true,
    loops: [],
  }
  const around = { graph: {} as GraphFile, lexicon: null, sectionOf: () => [clause.text], datesOf: () => [] }
  return figureQuestions(clause, [own], around).map(({ gate }) => gate)
}

test.each([
  ['Refund orders of at least 50 euros.', '>=', '>'],
  ['Refund orders of more than 50 euros.', '>', '>='],
  ['Refund orders of at most 50 euros.', '<=', '<'],
  ['Refund orders of less than 50 euros.', '<', '<='],
])('[L6] the figure itself lies on one side: %s', (sentence, right, wrong) => {
  expect(gatesOf(sentence, `fields.total ${right} 50`)).toEqual([])
  expect(gatesOf(sentence, `fields.total ${wrong} 50`)).toEqual(['bound'])
})
