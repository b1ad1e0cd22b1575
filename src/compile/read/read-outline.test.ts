import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSop } from '../../sop/parse-sop.ts'
import type { Statement } from '../outline.ts'
import { readOutline } from './read-outline.ts'

/** Every clause a statement speaks of, nested ones and rows included. */
function clausesIn(statements: readonly Statement[]): readonly string[] {
  return statements.flatMap((statement) => {
    if (statement.says === 'if')
      return [statement.clause, ...clausesIn(statement.then), ...clausesIn(statement.otherwise ?? [])]
    if (statement.says === 'around') return [statement.clause, ...clausesIn(statement.then)]
    if (statement.says === 'table')
      return statement.rows.flatMap((row) => [row.clause, ...clausesIn(row.then)])
    return [statement.clause]
  })
}

const PIECES = [
  'If they agree, ',
  'Otherwise ',
  'ask for the number',
  ', ',
  '. ',
  ' and ',
  ' or ',
  'unless ',
  'Never ',
  'refund it',
  'when ',
  'hand over to the team',
  '\n',
  '\n\n',
  '- ',
  '  - ',
  '1. ',
  '| a | b |\n',
  '|---|---|\n',
  '## 4. T\n',
  '**If x:**\n',
  ':',
  'In both cases ',
  'within 30 days',
  '"',
  '(',
  ')',
  "'",
  'Üñï ',
  '<b>',
  '<!-- ',
  ' -->',
  'so ',
  'only ',
  'before you ',
  'It is urgent if ',
  'they cannot',
  '\t',
]

const sopText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 50 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

test('every clause is accounted for and nothing throws, whatever is written', () => {
  fc.assert(
    fc.property(sopText, (text) => {
      const sop = parseSop('sop.md', text)
      const outline = readOutline(sop)
      const found = new Set(outline.sections.flatMap((section) => clausesIn(section.statements)))
      expect([...sop.clauses.keys()].filter((id) => !found.has(id))).toEqual([])
    }),
    { numRuns: 500 },
  )
})
