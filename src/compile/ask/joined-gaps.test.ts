import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { GraphFileReader } from '../../graph/file/graph-file.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import { outlineState } from '../outline/outline-state.ts'
import { joinedGaps } from './joined-gaps.ts'

const GRAPH = `
format: 1
fields: { number: { type: string, may_be: [refused] } }
procedures:
  fee:
    for: fee
    start: ask
    steps:
      ask:     { learn: number, cites: "1#1", next: given }
      given:   { decide: [ { when: "fields.number == refused", to: no_fee, assumed: nobody says }, { otherwise: other, assumed: no way is named } ], cites: "1#1" }
      no_fee:  { tell: inform, about: no_fee, assumed: nothing is said of it, next: done }
      other:   { tell: inform, about: other, cites: "1#1", next: done }
      done:    { end: true }
`

test('[L1c] an assumed way and the assumed step it leads to are one question; every assumption stands in one', () => {
  const graph = GraphFileReader.parse(parse(GRAPH))
  const { gaps } = outlineState({
    sop: parseSop('sop.md', '# 1\n\nAsk for the number.\n'),
    graph,
    outline: { format: 1, lines: [] },
  })
  const joined = joinedGaps(gaps, graph).map((together) => together.map(({ item }) => item))
  expect(joined).toEqual([['fee/given>1', 'fee/no_fee'], ['fee/given>2']])
  expect(joined.flat().toSorted()).toEqual(gaps.map(({ item }) => item).toSorted())
})
