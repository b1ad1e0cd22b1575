import { stringify } from 'yaml'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { CATASTROPHES } from '../../graph/model/catastrophes.ts'
import type { ProposedDesk } from '../propose/proposal.ts'
import { type ColumnNeeds, type DeskNeeds, needsOf } from './needs.ts'

/**
 * The files a graph needs beside it, as a skeleton (L4): tables, tools, wordings. In: the graph and what was proposed for the
 * desk. Out: file name -> text. Every name the graph uses is there, so that the pack loads; what it says is for people to fill in.
 */
export function draftDesk(
  graph: GraphFile,
  {
    desk,
    id,
    title,
    language,
  }: { readonly desk: ProposedDesk; readonly id: string; readonly title: string; readonly language: string },
): ReadonlyMap<string, string> {
  const needs = needsOf(graph)
  const write = (head: string, value: unknown): string => `${head}\n${stringify(value, { lineWidth: 0 })}`
  return new Map([
    [
      'pack.yaml',
      write('# A draft made from sop.md.', {
        id,
        title,
        language,
        turns_max: 12,
        ...catastrophesOf(graph),
      }),
    ],
    ['world.yaml', write('# Tables the graph reads. Add rows: docs/packs.md.', worldFile(needs, desk))],
    [
      'tools.yaml',
      write('# Stubs: they show rows and write nothing yet. docs/packs.md, "Tools".', toolsFile(needs, desk)),
    ],
    [
      'lexicon.yaml',
      write(
        '# A skeleton: say each thing as people at your desk say it.',
        lexiconFile(graph, needs, { desk, language }),
      ),
    ],
    ['cases/cases.yaml', '# Situations with acceptable outcomes: docs/packs.md, "Cases".\n[]\n'],
  ])
}

/** The graph's own kinds of forbidden action, to be described. */
function catastrophesOf(graph: GraphFile): object {
  const own = new Set((graph.forbid ?? []).map(({ kind }) => kind))
  for (const known of CATASTROPHES) own.delete(known)
  return own.size === 0
    ? {}
    : { catastrophes: Object.fromEntries([...own].map((kind) => [kind, spaced(kind)])) }
}

function worldFile({ tables, writes }: DeskNeeds, desk: ProposedDesk): unknown {
  const names = new Set([...tables.keys(), ...Object.keys(desk.tables ?? {})])
  const drafted = [...names].map((name) => {
    const needed = tables.get(name)
    const proposed = desk.tables?.[name]
    const columns = {
      ...Object.fromEntries([...(needed?.columns ?? [])].map(([column, each]) => [column, columnFile(each)])),
      ...mergedEnums(proposed?.columns ?? {}, needed?.columns),
    }
    return [name, { key: proposed?.key ?? needed?.key ?? 'id', columns }] as const
  })
  const logs = [...writes].map(([tool, parameters]) => {
    const types = desk.tools?.[tool]?.with ?? {}
    const names = new Set([...parameters, ...Object.keys(types)])
    const columns = [...names].map((name) => [name, { type: columnType(types[name]), optional: true }])
    return [
      logOf(tool),
      { key: 'receipt', columns: { receipt: 'string', ...Object.fromEntries(columns) } },
    ] as const
  })
  return {
    format: 1,
    today: '2026-01-15',
    currency: 'EUR',
    tables: Object.fromEntries([...drafted, ...logs]),
  }
}

const columnFile = ({ type, of }: ColumnNeeds): unknown =>
  type === 'enum' ? { type, of: [...of], optional: true } : { type, optional: true }

type ProposedColumns = NonNullable<ProposedDesk['tables']>[string]['columns']

/** A value that a guard compares with belongs to the column, although the proposal forgot it. */
function mergedEnums(
  proposed: ProposedColumns,
  needed: ReadonlyMap<string, ColumnNeeds> | undefined,
): ProposedColumns {
  return Object.fromEntries(
    Object.entries(proposed).map(([name, column]) => {
      const values = needed?.get(name)?.of ?? new Set<string>()
      if (typeof column === 'string' || column.type !== 'enum') return [name, column]
      return [name, { ...column, of: [...new Set([...(column.of ?? []), ...values])] }]
    }),
  )
}

function toolsFile(needs: DeskNeeds, desk: ProposedDesk): unknown {
  const proposed = desk.tools ?? {}
  const reads = [...needs.reads].map(([tool, { table, on }]) => {
    const key = desk.tables?.[table]?.key ?? needs.tables.get(table)?.key ?? 'id'
    const parameter = on ?? key
    return [
      tool,
      {
        description: proposed[tool]?.does ?? `Show a row of ${table}.`,
        role: 'read',
        parameters: { [parameter]: { type: 'string' } },
        finds: { [singular(table)]: { from: table, by: parameter, ...(on === null ? {} : { on }) } },
        not_found: `There is no ${singular(table)} {${parameter}}.`,
      },
    ]
  })
  const writes = [...needs.writes].map(([tool, parameters]) => {
    const names = new Set([...parameters, ...Object.keys(proposed[tool]?.with ?? {})])
    const types = proposed[tool]?.with ?? {}
    const schema = [...names].map((name) => [name, parameterSchema(types[name])])
    return [
      tool,
      {
        description: proposed[tool]?.does ?? `${spaced(tool)}.`,
        role: 'write',
        parameters: Object.fromEntries(schema),
        ...optionalOf(names, parameters),
        effects: [{ insert: logOf(tool), values: { receipt: "receipt('R')", ...argumentsOf(names) } }],
        returns: { receipt: "receipt('R')" },
      },
    ]
  })
  const reasons = [...needs.reasons, 'other']
  const handover = {
    description: 'Pass the conversation to a colleague.',
    role: 'handover',
    parameters: { reason: { type: 'string', enum: reasons }, note: { type: 'string', minLength: 1 } },
  }
  const close = { description: 'Close the conversation.', role: 'close', parameters: {} }
  return Object.fromEntries([
    ...reads,
    ...writes,
    ['pass_to_colleague', handover],
    ['end_conversation', close],
  ])
}

/** A stub leaves a trace of what it was called with: a write without one could not be judged. */
const logOf = (tool: string): string => `${tool}_log`
const argumentsOf = (names: ReadonlySet<string>): object =>
  Object.fromEntries([...names].map((name) => [name, name]))

const optionalOf = (names: ReadonlySet<string>, bound: ReadonlySet<string>): object => {
  const optional = [...names].filter((name) => !bound.has(name))
  return optional.length === 0 ? {} : { optional }
}

type ProposedParameter = NonNullable<NonNullable<ProposedDesk['tools']>[string]['with']>[string]

const columnType = (proposed: ProposedParameter | undefined): string => {
  const type = typeof proposed === 'string' ? proposed : proposed?.type
  return type === 'number' || type === 'boolean' ? type : 'string'
}

/** A parameter as JSON Schema; dates are strings. */
function parameterSchema(proposed: ProposedParameter | undefined): object {
  const { type, of = undefined } =
    typeof proposed === 'string' ? { type: proposed } : (proposed ?? { type: 'string' })
  if (type === 'number' || type === 'boolean') return { type }
  return of === undefined ? { type: 'string' } : { type: 'string', enum: of }
}

/** The stubs are in English, under the desk's own language: the pack loads, and each is a place to write at. */
function lexiconFile(
  graph: GraphFile,
  needs: DeskNeeds,
  { desk, language }: { readonly desk: ProposedDesk; readonly language: string },
): unknown {
  const words = (...said: readonly string[]) => ({ [language]: said })
  const intents = needs.intents.map((intent) => {
    const name = spaced(intent)
    const utterances = [`I need help: ${name}.`, `It is about ${name}.`, `Can you help me with ${name}?`]
    return [intent, { name, utterances: words(...utterances) }]
  })
  const fields = Object.entries(graph.fields)
    .filter(([field]) => field !== 'intent')
    .map(([field, spec]) => [field, fieldWords(field, spec, words)])
  const topics = [...needs.topics].map((topic) => {
    const wording = desk.topics?.[topic] ?? `About ${spaced(topic)}: ...`
    return [topic, { says: words(wording), cues: words(spaced(topic)) }]
  })
  const tools = [...needs.reads.keys(), ...needs.writes.keys(), 'pass_to_colleague', 'end_conversation'].map(
    (tool) => {
      const name = spaced(tool)
      return [
        tool,
        {
          name,
          proposes: words(`Shall I ${name}?`),
          claims: words(`I have done it: ${name}.`),
          cues: words(name),
        },
      ]
    },
  )
  return {
    intents: Object.fromEntries(intents),
    fields: Object.fromEntries(fields),
    topics: Object.fromEntries(topics),
    tools: Object.fromEntries(tools),
  }
}

function fieldWords(
  field: string,
  spec: GraphFile['fields'][string],
  words: (...said: readonly string[]) => unknown,
): unknown {
  const name = spaced(field)
  const values = spec.type === 'boolean' ? ['true', 'false'] : (spec.of ?? [])
  const said = values.map((value) => [
    value,
    words(value === 'true' ? 'yes' : value === 'false' ? 'no' : spaced(value)),
  ])
  const lacks = [...(spec.may_be ?? [])].map((lack) => [
    lack,
    words(lack === 'refused' ? `I would rather not tell you the ${name}.` : `I do not have the ${name}.`),
  ])
  return {
    name,
    asks: words(`What is the ${name}?`),
    cues: words(name),
    answers: words('{value}', 'It is {value}.'),
    ...(said.length === 0 ? {} : { values: Object.fromEntries(said) }),
    ...Object.fromEntries(lacks),
  }
}

const spaced = (id: string): string => id.replaceAll(/[_-]/g, ' ')
const singular = (table: string): string => table.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
