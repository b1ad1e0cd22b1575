import type { GraphFile } from '../../graph/file/graph-file.ts'
import type { ProposedDesk } from '../propose/proposal.ts'
import type { VariableType } from './condition-text.ts'
import type { Addition } from './meaning.ts'
import { isTail, TAIL } from './tail.ts'

export type WithDesk = { readonly graph: GraphFile; readonly desk: ProposedDesk }
export type TypeOf = (variable: string) => VariableType | null

/** The graph with new requests, fields, records and counted times declared, and what its desk needs for them (L4). */
export function withAdditions(graph: GraphFile, added: readonly Addition[], typeOf: TypeOf): WithDesk {
  return added.reduce<WithDesk>((so, addition) => withAddition(so, addition, typeOf), { graph, desk: {} })
}

function withAddition({ graph, desk }: WithDesk, addition: Addition, typeOf: TypeOf): WithDesk {
  const { id } = addition
  switch (addition.add) {
    case 'request':
      return { graph: withRequest(graph, id), desk }
    case 'field': {
      const of = addition.type === 'enum' ? { of: addition.of } : {}
      const field = { type: addition.type, ...of, may_be: ['refused', 'unavailable'] as const }
      const fields = { ...graph.fields, [id]: { ...field, may_be: [...field.may_be] } }
      return { graph: { ...graph, fields }, desk }
    }
    case 'record': {
      const from = tableOf(id)
      const records = { ...graph.records, [id]: { from, by: addition.by } }
      return { graph: { ...graph, records }, desk: withTable(desk, from, keyOf(addition.by)) }
    }
    case 'column': {
      const record = graph.records?.[addition.record]
      const from = record?.from ?? tableOf(addition.record)
      const column = columnOf(addition.type, addition.of)
      return { graph, desk: withColumn(withTable(desk, from, keyOf(record?.by ?? 'id')), from, id, column) }
    }
    case 'time': {
      const { unit } = addition
      const range: [number, number] = [0, RANGE_MAX[unit]]
      const spec =
        addition.counts === 'since'
          ? { since: addition.from, unit, range }
          : { until: addition.from, unit, range }
      return { graph: { ...graph, derived: { ...graph.derived, [id]: spec } }, desk }
    }
    case 'same':
      return { graph: { ...graph, derived: { ...graph.derived, [id]: { same: addition.of } } }, desk }
    case 'topic':
      return { graph, desk: { ...desk, topics: { ...desk.topics, [id]: addition.says } } }
    case 'tool': {
      const parameters = addition.with.map((variable) => [keyOf(variable), plainType(typeOf(variable))])
      const tool = {
        role: 'write' as const,
        does: `${sentence(id)}.`,
        with: Object.fromEntries(parameters),
      }
      return { graph, desk: { ...desk, tools: { ...desk.tools, [id]: tool } } }
    }
  }
}

/** As far as a desk's times go; a figure beyond it would never be met. */
const RANGE_MAX = {
  hours: 2_400,
  days: 1_000,
  working_days: 500,
  weeks: 200,
  months: 120,
  years: 100,
} as const

/** A request of its own, not written yet. The one that stands for everything goes once there is another. */
function withRequest(graph: GraphFile, id: string): GraphFile {
  const { intent } = graph.fields
  const isStub = (name: string): boolean => {
    const steps = Object.values(graph.procedures[name]?.steps ?? {})
    return name === 'anything' && steps.every(isTail)
  }
  const kept = Object.entries(graph.procedures).filter(([name]) => !isStub(name))
  const procedure = {
    for: `fields.intent == '${id}'`,
    start: TAIL.name,
    steps: { [TAIL.name]: { ...TAIL.step } },
  }
  const of = [...(intent?.of ?? []).filter((name) => !isStub(name)), id]
  return {
    ...graph,
    fields: { ...graph.fields, intent: { ...intent, type: 'enum', of } },
    procedures: { ...Object.fromEntries(kept), [id]: procedure },
  }
}

export const keyOf = (variable: string): string => variable.split('.').at(-1) ?? variable
const tableOf = (record: string): string => (record.endsWith('s') ? record : `${record}s`)
const sentence = (id: string): string => `${id.slice(0, 1).toUpperCase()}${id.slice(1).replaceAll('_', ' ')}`

type ProposedColumn = NonNullable<ProposedDesk['tables']>[string]['columns'][string]
const columnOf = (
  type: Extract<Addition, { add: 'column' }>['type'],
  of: readonly string[],
): ProposedColumn => (type === 'enum' ? { type, of: [...of], optional: true } : { type, optional: true })

const plainType = (type: VariableType | null): 'string' | 'number' | 'boolean' | 'date' =>
  type === 'number' || type === 'boolean' || type === 'date' ? type : 'string'

function withTable(desk: ProposedDesk, table: string, key: string): ProposedDesk {
  if (desk.tables?.[table] !== undefined) return desk
  return { ...desk, tables: { ...desk.tables, [table]: { key, columns: { [key]: 'string' } } } }
}

function withColumn(desk: ProposedDesk, table: string, name: string, column: ProposedColumn): ProposedDesk {
  const before = desk.tables?.[table]
  if (before === undefined) return desk
  const columns = { ...before.columns, [name]: column }
  return { ...desk, tables: { ...desk.tables, [table]: { ...before, columns } } }
}
