import { type CsvCell, type CsvFile, readCsv } from '../base/files/csv.ts'
import { type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import { ABSENT, REFUSED, UNAVAILABLE, UNKNOWN, type Value } from '../base/values/value.ts'
import type { Graph } from '../graph/model/graph.ts'
import type { World } from '../world/world.ts'
import { holds, type OpenRead, type TrueEnd, trueEnds } from './true-outcomes.ts'

/**
 * truth.csv: situations and what is right in them, written from the SOP by someone who has not seen the graph. In: the
 * table and the graph. Out: every difference. An empty cell does not matter: the graph must give the same answer whatever
 * stands there (except a record, which is there unless the cell says absent).
 */
export function checkTruth(
  file: string,
  text: string,
  desk: { readonly graph: Graph; readonly world: World },
): readonly Problem[] {
  const csv = readCsv(file, text)
  const strange = truthColumnProblems(csv, desk)
  const missing = ['fields.intent', 'outcome']
    .filter((name) => !csv.header.some((cell) => cell.text === name))
    .map((name) => problem({ file, line: 1, column: 1 }, 'unknown-column', `there is no column ${name}`))
  if (strange.length + missing.length + csv.problems.length > 0)
    return [...csv.problems, ...strange, ...missing]
  return csv.rows.flatMap((row) => {
    const cells = new Map(row.map((cell, index) => [csv.header[index]?.text ?? '', cell] as const))
    return checkRow(cells, desk)
  })
}

/** A row by column, as plain text. */
export type TruthCells = ReadonlyMap<string, string>

/** What the graph does in a row's situation, in the words of `outcome`; null where no procedure is for it. */
export function rightIn(cells: TruthCells, { graph }: { readonly graph: Graph }): string | null {
  const ends = endsOf(cells, graph)
  return ends.length === 0 ? null : [...new Set(ends.map(sayEnd))].join(' | ')
}

function endsOf(cells: TruthCells, graph: Graph): readonly TrueEnd[] {
  const read: OpenRead = (name) => cellValue(name, cells)
  const [event, times] = (cells.get('interrupt') ?? '').split(' ')
  return trueEnds(graph, {
    intent: cells.get('fields.intent') ?? '',
    read,
    agrees: (tool) => cells.get(`agrees.${tool}`) !== 'no',
    interrupted: graph.interrupts.filter(
      ({ on, nth, when }) =>
        on === event && nth <= Number(times) && (when === null || holds(when, read) === true),
    ),
  })
}

function checkRow(
  cells: ReadonlyMap<string, CsvCell>,
  { graph, world }: { readonly graph: Graph; readonly world: World },
): readonly Problem[] {
  const intent = cells.get('fields.intent')
  if (intent === undefined) return []
  const ends = endsOf(new Map([...cells].map(([name, { text }]) => [name, text])), graph)
  if (ends.length === 0)
    return [
      problem(
        intent.at,
        'unknown-intent',
        `no procedure is for intent "${intent.text}"`,
        didYouMean(intent.text, graph.fields.get('intent')?.of ?? []),
      ),
    ]
  const handoverTool = [...world.tools.values()].find(({ role }) => role === 'handover')?.name ?? 'handover'
  return [
    ...compare(cells.get('outcome'), ends, sayEnd, inAnyOrder),
    ...compare(
      cells.get('action'),
      ends,
      ({ actions }) => actions.join(' + ').replace(/^handover$/, handoverTool) || 'nothing',
    ),
    ...compareTold(cells.get('told'), ends),
    ...[...cells].flatMap(([column, cell]) => compareArgument(column, cell, ends)),
  ]
}

/** Every way of the graph is among the row's answers, and every answer is reached by some way. */
function compare(
  cell: CsvCell | undefined,
  ends: readonly TrueEnd[],
  say: (end: TrueEnd) => string,
  form: (answer: string) => string = (answer) => answer,
): readonly Problem[] {
  if (cell === undefined || cell.text === '') return []
  const wanted = cell.text.split('|').map((part) => part.trim())
  const strays = ends.filter((end) => !wanted.some((answer) => form(answer) === form(say(end))))
  const never = wanted.filter((answer) => !ends.some((end) => form(say(end)) === form(answer)))
  const differs = (said: string, end: TrueEnd | undefined) =>
    problem(cell.at, 'truth-differs', said, `The graph's path: ${end?.path.join(' > ') ?? 'none'}`)
  return [
    ...strays
      .slice(0, 1)
      .map((end) => differs(`the table says "${cell.text}", the graph "${say(end)}"`, end)),
    ...never.map((answer) => differs(`the graph never leads to "${answer}" here`, ends[0])),
  ]
}

/** An outcome says what has happened, not in which order: "declined a + write b" is "write b + declined a". */
const inAnyOrder = (answer: string): string =>
  answer
    .split('+')
    .map((part) => part.trim())
    .sort()
    .join(' + ')

/** Each alternative lists topics that are told on the way, in any order; more may be told. */
function compareTold(cell: CsvCell | undefined, ends: readonly TrueEnd[]): readonly Problem[] {
  const wanted = (cell?.text ?? '').split('|').map((part) => part.trim())
  return compare(cell, ends, ({ told }) => {
    const fits = wanted.find((part) => part.split('+').every((topic) => told.includes(topic.trim())))
    return fits ?? (told.join(' + ') || 'nothing')
  })
}

/** `with.<tool>.<argument>`: what a write of that tool must be called with; whether it is called, `outcome` says. */
function compareArgument(column: string, cell: CsvCell, ends: readonly TrueEnd[]): readonly Problem[] {
  const [prefix, tool = '', argument = ''] = column.split('.')
  if (prefix !== 'with' || cell.text === '') return []
  return ends
    .flatMap((end) => end.outcome.writes.map((write) => ({ write, end })))
    .filter(({ write }) => write.tool === tool && write.with[argument] !== plainValue(cell.text))
    .slice(0, 1)
    .map(({ write, end }) =>
      problem(
        cell.at,
        'truth-differs',
        `the table calls ${tool} with ${argument} "${cell.text}", the graph with "${write.with[argument] ?? 'any'}"`,
        `The graph's path: ${end.path.join(' > ')}`,
      ),
    )
}

const SPECIALS: Readonly<Record<string, Value>> = {
  absent: ABSENT,
  refused: REFUSED,
  unavailable: UNAVAILABLE,
  unknown: UNKNOWN,
}

/** `given` stands for any text that was said; a record that is not called absent is there, and of one that is absent all columns are. */
function cellValue(name: string, cells: TruthCells): Value | undefined {
  const text = cells.get(name) ?? ''
  const special = SPECIALS[text]
  if (special !== undefined) return special
  const [kind, record, column] = name.split('.')
  if (kind === 'records' && column === undefined) return true
  if (kind === 'records' && cells.get(`records.${record}`) === 'absent') return ABSENT
  return text === '' ? undefined : plainValue(text)
}

function plainValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return Number.isFinite(Number(text)) ? Number(text) : text
}

/** An end in the words of the table: `nothing`, `write x`, `handover r`, `declined t`, joined by ` + `. */
function sayEnd({ outcome }: TrueEnd): string {
  const parts = [
    ...outcome.writes.map(({ tool }) => `write ${tool}`),
    ...(outcome.handover === null ? [] : [`handover ${outcome.handover}`]),
    ...(outcome.declined === null ? [] : [`declined ${outcome.declined}`]),
  ]
  return parts.join(' + ') || 'nothing'
}

/**
 * Can the table be read at all? In: its header and cells. Out: columns that are no variable, and values that a column
 * cannot hold: a misspelt state would fall into some `otherwise` and agree by accident.
 */
function truthColumnProblems(csv: CsvFile, desk: Desk): readonly Problem[] {
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
