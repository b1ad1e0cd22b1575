import type { CsvCell, CsvFile } from '../base/files/csv.ts'
import { type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import type { Graph } from '../graph/model/graph.ts'
import type { World } from '../world/world.ts'

/**
 * Can the table be read at all? In: its header and cells. Out: columns that are no variable, and values that a column
 * cannot hold: a misspelt state would fall into some `otherwise` and agree by accident.
 */
export function truthColumnProblems(csv: CsvFile, desk: Desk): readonly Problem[] {
  const known = knownColumns(desk)
  const strange = csv.header
    .filter(({ text }) => !known.has(text))
    .map(({ at, text }) =>
      problem(at, 'unknown-column', `"${text}" is not a variable`, didYouMean(text, known.keys())),
    )
  const misspelt = csv.rows.flatMap((row) =>
    row.flatMap((cell, index) => valueProblem(cell, known.get(csv.header[index]?.text ?? '') ?? null)),
  )
  return [...strange, ...misspelt]
}

type Desk = { readonly graph: Graph; readonly world: World }
/** the words a column can hold; null: any */
type Words = readonly string[] | null

const YES_NO = ['true', 'false']

function knownColumns({ graph, world }: Desk): ReadonlyMap<string, Words> {
  const fields = [...graph.fields].map(([name, { type, of, mayBe }]): [string, Words] => [
    `fields.${name}`,
    wordsOf(type, of, mayBe),
  ])
  const records = [...graph.records].flatMap(([name, spec]): [string, Words][] => [
    [`records.${name}`, ['absent']],
    ...[...(world.tables.get(spec.from)?.columns.values() ?? [])].map((column): [string, Words] => [
      `records.${name}.${column.name}`,
      wordsOf(column.type, column.of, ['absent']),
    ]),
  ])
  const derived = [...graph.derived.keys()].map((name): [string, Words] => [`derived.${name}`, null])
  return new Map([
    ...fields,
    ...records,
    ...derived,
    ...writeColumns(world),
    ['interrupt', interruptWords(graph)],
    ['action', null],
    ['outcome', null],
    ['told', null],
    // who answered: empty, or `questions` of a sign-off, which are no independent truth
    ['from', ['questions']],
  ])
}

/** `agrees.<tool>` and `with.<tool>.<argument>` */
function writeColumns(world: World): readonly [string, Words][] {
  return [...world.tools.values()]
    .filter(({ role }) => role === 'write')
    .flatMap(({ name, parameters }): [string, Words][] => [
      [`agrees.${name}`, ['yes', 'no']],
      ...Object.keys(parameters.properties ?? {}).map((key): [string, Words] => [
        `with.${name}.${key}`,
        null,
      ]),
    ])
}

/** Before, at and after the time at which each interrupt begins. */
const interruptWords = (graph: Graph): readonly string[] =>
  graph.interrupts.flatMap(({ on, nth }) => [nth - 1, nth, nth + 1].map((times) => `${on} ${times}`))

function wordsOf(type: string, of: readonly string[], specials: readonly string[]): Words {
  if (type === 'enum') return [...of, ...specials]
  return type === 'boolean' ? [...YES_NO, ...specials] : null
}

function valueProblem({ text, at }: CsvCell, words: Words): readonly Problem[] {
  if (text === '' || words === null || words.includes(text)) return []
  return [problem(at, 'unknown-value', `"${text}" is not allowed here`, didYouMean(text, words))]
}
