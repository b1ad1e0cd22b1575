import { expect, test } from 'vitest'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import { evidenceGate } from './evidence.ts'

const GERMAN = parseSop(
  'sop.md',
  '# Rückgabe\n\nFrage nach der Bestellnummer. Erstatte nie ohne ein Ja. Erkläre, dass es 5 Werktage dauert.\n',
)

/** A graph in which every sentence is cited: what is left to ask is what no gate could compare. */
const graph = {
  procedures: {},
  waive: [...GERMAN.clauses.keys()].map((clause) => ({ clause, because: 'said elsewhere' })),
} as unknown as GraphFile

test.each(['de', 'fr', 'und'])('in %s, which no gate knows, every line is a question', (language) => {
  const questions = evidenceGate({
    sop: GERMAN,
    graph,
    lexicon: null,
    language,
    enums: () => [],
    datesOf: () => [],
  } as unknown as Parameters<typeof evidenceGate>[0])
  expect(questions.map(({ about, gate }) => [about, gate])).toEqual(
    [...GERMAN.clauses.keys()].map((clause) => [clause, 'language']),
  )
})
