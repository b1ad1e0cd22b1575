import { variablesOf } from '../base/guards/guard-explain.ts'
import { guardsOf } from '../graph/domains/domains.ts'
import type { DerivedSpec, FieldSpec, StepKind, StepOf } from '../graph/model/graph.ts'
import { idInWords } from '../graph/words/names.ts'
import type { Pack } from './case.ts'

/**
 * The form for the writer of truth.csv: which columns there are and what may stand in them, which deeds, reasons and topics, and
 * nothing of what the graph decides by them. The writer has the SOP and this form.
 */
export type TruthForm = {
  readonly pack: string
  readonly title: string
  readonly columns: readonly Entry[]
  readonly deeds: readonly Entry[]
  readonly reasons: readonly Entry[]
  readonly topics: readonly Entry[]
}
type Entry = { readonly name: string; readonly means: string; readonly values: string }

type Desk = Pick<Pack, 'id' | 'title' | 'graph' | 'world' | 'lexicon'>

export function truthForm(desk: Desk): TruthForm {
  return {
    pack: desk.id,
    title: desk.title,
    columns: columnsOf(desk),
    deeds: deedsOf(desk),
    reasons: reasonsOf(desk),
    topics: topicsOf(desk),
  }
}

function columnsOf({ graph, world, lexicon }: Desk): readonly Entry[] {
  const decided = new Set<string>(guardsOf(graph).flatMap(variablesOf))
  const asked = new Set(stepsOf(graph, 'learn').map(({ field }) => field))
  const fields = [...graph.fields.values()]
    .filter(({ name }) => name === 'intent' || asked.has(name) || decided.has(`fields.${name}`))
    .map((field) => ({
      name: `fields.${field.name}`,
      means:
        field.name === 'intent'
          ? 'what they want'
          : (lexicon.fields[field.name]?.gloss ?? idInWords(field.name)),
      values: valuesOfField(field),
    }))
  const records = [...graph.records].flatMap(([record, { from }]) => [
    { name: `records.${record}`, means: `there is such a row of ${from}`, values: 'empty (yes), absent' },
    ...[...(world.tables.get(from)?.columns.values() ?? [])]
      .filter(({ name }) => decided.has(`records.${record}.${name}`))
      .map(({ name, type, of }) => ({
        name: `records.${record}.${name}`,
        means: `the ${idInWords(name)} of the ${idInWords(record)}`,
        values: `${valuesOf(type, of)}; absent`,
      })),
  ])
  const derived = [...graph.derived.values()]
    .filter(({ name }) => decided.has(`derived.${name}`))
    .map((spec) => ({ name: `derived.${spec.name}`, means: meaningOf(spec), values: valuesOfDerived(spec) }))
  const confirmed = new Set(
    stepsOf(graph, 'confirm').flatMap(({ step }) => {
      const act = graph.steps.get(step)
      return act?.kind === 'act' ? [act.tool] : []
    }),
  )
  return [
    ...fields,
    ...records,
    ...derived,
    ...[...confirmed].map((tool) => ({
      name: `agrees.${tool}`,
      means: `the answer when asked whether to do it`,
      values: 'empty (yes), no',
    })),
    ...argumentsOf(graph),
    ...(graph.interrupts.length === 0 ? [] : [interruptColumn(graph)]),
  ]
}

/** Only arguments that the procedure bounds: what else a deed is called with, no row can get wrong. */
function argumentsOf(graph: Desk['graph']): readonly Entry[] {
  const names = stepsOf(graph, 'act').flatMap(({ tool, constraints }) =>
    constraints.map(({ argument }) => `with.${tool}.${argument}`),
  )
  return [...new Set(names)].map((name) => ({
    name,
    means: 'what the deed has to be called with, in rows in which it is done',
    values: 'a value',
  }))
}

const interruptColumn = (graph: Desk['graph']): Entry => ({
  name: 'interrupt',
  means: 'what the customer does in between, so many times',
  values: [...new Set(graph.interrupts.map(({ on, nth }) => `${on} ${nth}`))].join(', '),
})

const deedsOf = ({ world, lexicon }: Desk): readonly Entry[] =>
  [...world.tools.values()]
    .filter(({ role }) => role === 'write' || role === 'handover')
    .map(({ name, description }) => ({
      name,
      means: lexicon.tools[name]?.gloss ?? description ?? idInWords(name),
      values: '',
    }))

const reasonsOf = ({ graph }: Desk): readonly Entry[] =>
  [...new Set(stepsOf(graph, 'handover').map(({ reason }) => reason))].map((name) => ({
    name,
    means: idInWords(name),
    values: '',
  }))

function topicsOf({ graph, lexicon }: Desk): readonly Entry[] {
  const acts = new Map<string, Set<string>>()
  for (const { about, act } of stepsOf(graph, 'tell'))
    if (about !== null) acts.set(about, (acts.get(about) ?? new Set()).add(act))
  return [...acts].map(([name, how]) => ({
    name,
    means: lexicon.topics[name]?.gloss ?? idInWords(name),
    values: [...how].join(', '),
  }))
}

/** A step that a loop repeats is one step here. */
const stepsOf = <Kind extends StepKind>(graph: Desk['graph'], kind: Kind): readonly StepOf<Kind>[] =>
  [...graph.steps.values()].filter((step): step is StepOf<Kind> => step.kind === kind)

function valuesOfField({ type, of, range, mayBe }: FieldSpec): string {
  const said = range === null ? valuesOf(type, of) : `${range[0]} to ${range[1]}`
  return [said, ...mayBe].join(', ')
}

function valuesOf(type: string, of: readonly string[]): string {
  if (type === 'enum') return of.join(', ')
  if (type === 'boolean') return 'true, false'
  return type === 'string' || type === 'date' ? 'given' : 'a number'
}

const valuesOfDerived = (spec: DerivedSpec): string =>
  spec.kind === 'same' ? 'true, false' : `${spec.range[0]} to ${spec.range[1]}`

function meaningOf(spec: DerivedSpec): string {
  const of = inWords(spec.of)
  if (spec.kind === 'same') return `${of} is ${inWords(spec.as)}`
  if (spec.kind === 'minus') return `${of} minus ${inWords(spec.minus)}`
  return spec.kind === 'since' ? `${spec.unit} since ${of}` : `${spec.unit} until ${of}`
}

function inWords(variable: string): string {
  const [root = '', first = '', column] = variable.split('.')
  if (root === 'fields') return `the ${idInWords(first)} they say`
  return column === undefined
    ? `the ${idInWords(first)}`
    : `the ${idInWords(column)} of the ${idInWords(first)}`
}

const RULES = `You have the SOP and this form, and nothing else of the desk. Write truth.csv: one header line, then one row for each
situation, saying what the SOP says is right. Take every rule, both sides of every limit (the limit itself, one below, one above),
every answer to a question, a yes and a no to every proposal, and situations in which two rules could apply. Where the SOP leaves it
open, write no row and note it. An empty cell does not matter: the answer has to be the same for every value. So fill
in everything the answer depends on, also what was asked before. A record is there unless its cell says absent; given is any value.

- action: the deeds done, joined by " + "; if there is none, the last thing told: inform, explain or decline.
- outcome: nothing, or what came of it in the order done: "write DEED", "handover REASON", "declined TOPIC", joined by " + ".
- told (optional): topics that are told on the way, joined by " + ".
- Where the SOP allows two answers, separate them by " | ".
`

/** The form as Markdown, for a person. */
export function printTruthForm({ pack, title, columns, deeds, reasons, topics }: TruthForm): string {
  const header = [...columns.map(({ name }) => name), 'action', 'outcome', 'told'].join(',')
  return [
    `# The truth table of ${pack} (${title})`,
    '',
    RULES.trimEnd(),
    '',
    '## The header',
    '',
    `    ${header}`,
    '',
    ...table('Columns', ['column', 'what it is', 'values'], columns, true),
    ...table('Deeds', ['deed', 'what it does'], deeds, false),
    ...table('Reasons of a handover', ['reason', 'in words'], reasons, false),
    ...table('Topics', ['topic', 'what is told', 'how'], topics, true),
  ].join('\n')
}

function table(
  heading: string,
  head: readonly string[],
  entries: readonly Entry[],
  withValues: boolean,
): readonly string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    `## ${heading}`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...entries.map(({ name, means, values }) => line(withValues ? [name, means, values] : [name, means])),
    '',
  ]
}
