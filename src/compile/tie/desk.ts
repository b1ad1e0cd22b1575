import { isJsonObject } from '../../base/values/json.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { FieldType } from '../../graph/model/graph.ts'
import type { Column, Tool, World } from '../../world/world.ts'
import { alike, contentOf, stem, stemsOf, wordsOf } from './words.ts'

/**
 * What a desk can say, look up and do, in the words people use for it. In: world, tools, lexicon. Out: fields, records,
 * columns, tools and topics with their phrases. It must not know the SOP.
 */
export type Desk = {
  readonly world: World
  readonly intents: readonly Named[]
  readonly fields: readonly DeskField[]
  readonly records: readonly DeskRecord[]
  readonly columns: readonly DeskColumn[]
  readonly writes: readonly DeskTool[]
  readonly topics: readonly Named[]
  readonly handover: { readonly tool: string; readonly reasons: readonly string[] } | null
}

export type Named = { readonly id: string; readonly name: string; readonly phrases: readonly string[] }

export type DeskField = Named & {
  readonly type: FieldType
  readonly values: readonly Named[]
  readonly mayBe: readonly ('refused' | 'unavailable')[]
  readonly range: readonly [number, number] | null
}

/** A row that can be looked up, and by what. */
export type DeskRecord = {
  readonly name: string
  readonly table: string
  readonly tool: string
  /** `fields.x` or `records.r.column` */
  readonly by: string
  readonly on: string | null
  readonly required: boolean
  /** what people call it */
  readonly words: readonly string[]
}

export type DeskColumn = {
  /** `records.order.status` */
  readonly variable: string
  readonly record: DeskRecord
  readonly column: Column
  /** the words of its name that say what it holds */
  readonly stems: readonly string[]
}

export type DeskTool = Named & {
  readonly description: string
  readonly parameters: readonly DeskParameter[]
  readonly movesMoney: boolean
}
export type DeskParameter = {
  readonly name: string
  readonly optional: boolean
  readonly type: string
  readonly values: readonly string[]
  readonly description: string
}

export function deskOf(world: World, lexicon: Lexicon): Desk {
  const fields = Object.entries(lexicon.fields).map(([id, words]) => fieldOf(id, words, world))
  const records = recordsOf(world, fields).map((record) => ({
    ...record,
    words: [lexicon.tools[record.tool]?.name ?? '', ...english(lexicon.tools[record.tool]?.cues)],
  }))
  const columns = records.flatMap((record) => columnsOf(world, record))
  const tools = [...world.tools.values()]
  const handover = tools.find(({ role }) => role === 'handover')
  return {
    world,
    intents: Object.entries(lexicon.intents).map(([id, { name, utterances }]) => ({
      id,
      name,
      phrases: english(utterances),
    })),
    fields,
    records,
    columns,
    writes: tools.filter(({ role }) => role === 'write').map((tool) => writeOf(tool, lexicon)),
    topics: Object.entries(lexicon.topics).map(([id, { says, cues }]) => ({
      id,
      name: english(cues).join('. '),
      phrases: english(says),
    })),
    handover:
      handover === undefined
        ? null
        : {
            tool: handover.name,
            reasons: parametersOf(handover).flatMap(({ name, values }) => (name === 'reason' ? values : [])),
          },
  }
}

/** The compiler reads English; where a pack has other languages only, those are all there is. */
const english = (words: Readonly<Record<string, readonly string[]>> | undefined): readonly string[] =>
  words === undefined ? [] : (words.en ?? Object.values(words)[0] ?? [])

function fieldOf(id: string, words: Lexicon['fields'][string], world: World): DeskField {
  const values = Object.entries(words.values ?? {}).map(([value, said]) => ({
    id: value,
    name: value.replaceAll('_', ' '),
    phrases: english(said),
  }))
  const asks = english(words.asks)
  return {
    id,
    name: words.name,
    phrases: [...asks, ...english(words.cues)],
    values,
    type: typeOf(id, { values: values.map((value) => value.id), asks, world }),
    mayBe: [
      ...(words.refused === undefined ? [] : (['refused'] as const)),
      ...(words.unavailable === undefined ? [] : (['unavailable'] as const)),
    ],
    range: rangeOf(id, world),
  }
}

function typeOf(
  id: string,
  {
    values,
    asks,
    world,
  }: { readonly values: readonly string[]; readonly asks: readonly string[]; readonly world: World },
): FieldType {
  if (values.length > 0) return values.every((value) => /^(true|false)$/.test(value)) ? 'boolean' : 'enum'
  for (const table of world.tables.values()) {
    const type = table.columns.get(id)?.type
    if (type !== undefined && type !== 'enum') return type
  }
  if (/_on$/.test(id) || asks.every((ask) => /\b(when|which day|what day|date)\b/i.test(ask))) return 'date'
  return asks.some((ask) => /\bhow (many|much)\b/i.test(ask)) ? 'number' : 'string'
}

const RANGE_UNLESS_SAID = [0, 1_000] as const

/** A tool that takes the number says how large it may be. */
function rangeOf(id: string, world: World): readonly [number, number] {
  const own = contentOf(id)
  for (const tool of world.tools.values())
    for (const [name, schema] of properties(tool)) {
      const fits = contentOf(name).some((word) => own.some((other) => alike(word, other)))
      if (fits && typeof schema.minimum === 'number' && typeof schema.maximum === 'number')
        return [schema.minimum, schema.maximum]
    }
  return RANGE_UNLESS_SAID
}

const properties = (tool: Tool): readonly (readonly [string, Readonly<Record<string, unknown>>])[] => {
  const { properties: found } = tool.parameters
  if (!isJsonObject(found)) return []
  return Object.entries(found).flatMap(([name, schema]) =>
    isJsonObject(schema) ? [[name, schema] as const] : [],
  )
}

const requiredOf = ({ parameters: { required } }: Tool): readonly unknown[] =>
  Array.isArray(required) ? required : []

const parametersOf = (tool: Tool): readonly DeskParameter[] =>
  properties(tool).map(([name, schema]) => ({
    name,
    optional: !requiredOf(tool).includes(name),
    type: String(schema.type ?? 'string'),
    values: Array.isArray(schema.enum) ? schema.enum.map(String) : [],
    description: typeof schema.description === 'string' ? schema.description : '',
  }))

const writeOf = (tool: Tool, lexicon: Lexicon): DeskTool => {
  const words = lexicon.tools[tool.name]
  return {
    id: tool.name,
    name: words?.name ?? tool.name.replaceAll('_', ' '),
    phrases: [...english(words?.proposes), ...english(words?.claims), ...english(words?.cues)],
    description: tool.description,
    parameters: parametersOf(tool),
    movesMoney: tool.movesMoney,
  }
}

const KEY_WORDS = new Set(['id', 'no', 'ref', 'number', 'code', 'key', 'refer'])

/** What each read tool can find, by what was said or by what another row shows. */
function recordsOf(world: World, fields: readonly DeskField[]): readonly Omit<DeskRecord, 'words'>[] {
  const found: Omit<DeskRecord, 'words'>[] = []
  const reads = [...world.tools.values()].flatMap((tool) => {
    const [first] = tool.finds
    return tool.role !== 'read' || first === undefined || first.many ? [] : [{ tool, first }]
  })
  for (const { tool, first } of reads) {
    const key = world.tables.get(first.table)?.key
    const on = first.column === key ? null : first.column
    const base = { table: first.table, tool: tool.name, on, required: false }
    if (fields.some(({ id }) => id === first.by) && !found.some((record) => record.name === first.as))
      found.push({ ...base, name: first.as, by: `fields.${first.by}` })
  }
  for (const { tool, first } of reads) {
    const key = world.tables.get(first.table)?.key
    const on = first.column === key ? null : first.column
    const base = { table: first.table, tool: tool.name, on }
    if (!found.some((record) => record.tool === tool.name))
      for (const parent of [...found]) {
        const column = world.tables.get(parent.table)?.columns.get(first.by)
        if (column === undefined || parent.table === first.table) continue
        // two ways to such a row: by what was said, and by what another row shows
        const name = found.some((record) => record.name === first.as)
          ? `${parent.name}_${first.as}`
          : first.as
        if (!found.some((record) => record.name === name))
          found.push({
            ...base,
            name,
            by: `records.${parent.name}.${column.name}`,
            required: !column.optional && column.refers === first.table,
          })
      }
    for (const field of fields.filter(
      (one) => one.type === 'string' && namesKey(one, first.by, first.table),
    )) {
      const taken = found.some((record) => record.name === first.as)
      const name = taken ? field.id.replace(/_(id|no|ref|number|code)$/, '') : first.as
      if (!found.some((record) => record.name === name))
        found.push({ ...base, name, by: `fields.${field.id}`, required: false })
    }
  }
  return found
}

/** Another field that names such a row: the new flight, the other article. */
function namesKey(field: DeskField, parameter: string, table: string): boolean {
  if (field.id === parameter) return false
  const words = wordsOf(parameter)
    .filter((word) => !KEY_WORDS.has(word))
    .map(stem)
  const own = stemsOf(field.id)
  const named = stemsOf(field.name)
  const noun = stemsOf(table)
  return (
    words.length > 0 &&
    words.every((word) => own.some((other) => alike(word, other))) &&
    noun.some((word) => named.some((other) => alike(word, other)))
  )
}

const COLUMN_FILLER = new Set(['on', 'at', 'id', 'no', 'ref', 'is', 'has', 'of'])

function columnsOf(world: World, record: DeskRecord): readonly DeskColumn[] {
  const table = world.tables.get(record.table)
  return [...(table?.columns.values() ?? [])].map((column) => ({
    variable: `records.${record.name}.${column.name}`,
    record,
    column,
    stems: wordsOf(column.name)
      .filter((word) => !COLUMN_FILLER.has(word))
      .map(stem),
  }))
}
