import { readCsv, writeCsv } from '../base/files/csv.ts'
import { variablesOf } from '../base/guards/guard-explain.ts'
import { Special, type Value } from '../base/values/value.ts'
import type { Universe } from '../graph/coverage/coverage-universe.ts'
import { guardsOf } from '../graph/domains/domains.ts'
import type { Graph } from '../graph/model/graph.ts'
import { planSituations, type Situation } from '../graph/plan/plan.ts'
import type { World } from '../world/world.ts'
import { universeOfPack } from './plan-cases.ts'
import { rightIn, type TruthCells } from './truth-table.ts'

/**
 * Sign-off answers that agree with the graph, as rows of truth.csv (L7). A later edit of the graph that changes one of these
 * situations is then an error of `pack check`. In: the ids of the questions. Out: the table, its other rows as they were.
 * An answer about a forbid, or one that needs a customer to change an answer, has no row.
 */
type Desk = { readonly graph: Graph; readonly world: World }

const FROM = 'from'
const QUESTIONS = 'questions'

export function withSignoffRows(table: string, questions: readonly string[], desk: Desk): string {
  const { header, rows } = readCsv('truth.csv', table)
  const names = header.map(({ text }) => text)
  const old = rows.map((row) => new Map(row.map(({ text }, index) => [names[index] ?? '', text] as const)))
  const made = signoffRows(questions, desk)
  const columns = [...new Set([...names, ...made.flatMap((cells) => [...cells.keys()])])]
  const lines = [...old, ...made].map((cells) => writeCsv([columns.map((name) => cells.get(name) ?? '')]))
  return [writeCsv([columns]), ...new Set(lines)].join('')
}

function signoffRows(questions: readonly string[], desk: Desk): readonly TruthCells[] {
  const universe = universeOfPack(desk)
  const { situations } = planSituations(universe, { criteria: ['boundaries', 'edges'], interrupts: 'none' })
  return questions.flatMap((question) => {
    const fits = situationFor(question, universe)
    const situation = situations.find((one) => one.path.steady && fits(one))
    if (situation === undefined) return []
    const cells = cellsOf(situation, desk.graph)
    const right = rightIn(cells, desk)
    return right === null ? [] : [new Map([...cells, ['outcome', right], [FROM, QUESTIONS]])]
  })
}

/** `care/window=30`: the value at a decision; `care/window>2`: its second edge; `care/sure:no`: a no to a proposal. */
function situationFor(question: string, { written, space }: Universe): (one: Situation) => boolean {
  const [, place = '', kind, rest = ''] = /^(.+)([=>:])(.+)$/.exec(question) ?? []
  if (kind === '=')
    return ({ points }) => points.some(({ step, value }) => step === place && `${value}` === rest)
  const takes = (way: string) => (one: Situation) => one.path.ways.some((each) => written.wayOf(each) === way)
  if (kind === ':') return takes(`${place}>${rest}`)
  const step = [...space.graph.steps.values()].find(({ source }) => source === place)
  const edge = step?.kind === 'decide' ? step.edges[Number(rest) - 1] : undefined
  return edge === undefined ? () => false : takes(written.wayOf(edge.id))
}

/** What the customer says and what decisions read; a text stands as `given`, for it does not matter which. */
function cellsOf({ witness }: Situation, graph: Graph): TruthCells {
  const cells = new Map<string, string>()
  for (const [name, value] of witness.claims)
    cells.set(`fields.${name}`, cellOf(value, graph.fields.get(name)?.type))
  for (const [record, columns] of witness.rows) if (columns === null) cells.set(`records.${record}`, 'absent')
  const decided = new Set<string>(guardsOf(graph).flatMap(variablesOf))
  for (const [name, value] of witness.values)
    if (decided.has(name) && !isRecord(name) && !cells.has(name)) cells.set(name, cellOf(value))
  for (const [id, agrees] of witness.confirms) {
    const step = graph.steps.get(id)
    const act = step?.kind === 'confirm' ? graph.steps.get(step.step) : undefined
    if (act?.kind === 'act') cells.set(`agrees.${act.tool}`, agrees ? 'yes' : 'no')
  }
  return cells
}

/** A record as such: it is there unless its cell says absent. */
const isRecord = (name: string): boolean => /^records\.[^.]+$/.test(name)

const cellOf = (value: Value, type?: string): string => {
  if (value instanceof Special) return value.word
  return type === 'string' ? 'given' : String(value)
}
