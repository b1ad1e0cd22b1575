import { z } from 'zod'
import { readYaml, type YamlReading } from '../base/files/yaml-file.ts'
import { isJsonObject, type Json } from '../base/values/json.ts'
import type { RecordedEntry, RecordedTask, Recording } from './model/recording.ts'

/** What the names in a recording mean: its tools, the members of calls and results, the columns of a table. */
const MappedTool = z
  .strictObject({
    is: z.string().min(1).optional().describe('the corresponding tool of the pack'),
    role: z.enum(['read', 'write', 'handover', 'close']).optional().describe('what it does, without a pack'),
    arguments: z
      .record(z.string(), z.string().min(1))
      .optional()
      .describe('its argument names -> the pack’s'),
    ignore: z.literal(true).optional().describe('not a tool of the desk: its calls are kept as notes'),
  })
  .refine(({ is, role, ignore }) => [is, role, ignore].filter((one) => one !== undefined).length === 1, {
    error: 'give one of `is`, `role` and `ignore`',
  })

export const RecordingMapping = z
  .strictObject({
    columns: z
      .partialRecord(z.enum(['conversation', 'from', 'text', 'tool', 'input', 'output']), z.string())
      .optional()
      .describe('CSV: what -> the column that holds it'),
    tools: z.record(z.string(), MappedTool).default({}),
    fields: z
      .record(z.string(), z.string().min(1))
      .default({})
      .describe('members of arguments and results -> the names the pack has for them'),
    topics: z
      .record(z.string(), z.array(z.string().min(1)).min(1))
      .default({})
      .describe('topics of the pack -> how the recorded agents say them'),
  })
  .describe('Says what the names in a recording mean.')
export type RecordingMapping = z.infer<typeof RecordingMapping>

export const NO_MAPPING: RecordingMapping = { tools: {}, fields: {}, topics: {} }

export const readRecordingMapping = (file: string, text: string): YamlReading<RecordingMapping> =>
  readYaml(file, text, RecordingMapping)

/** A recording with its tools and members called as the pack calls them. What is not mapped keeps its name. */
export function mapped(recording: Recording, mapping: RecordingMapping): Recording {
  if (Object.keys(mapping.tools).length === 0 && Object.keys(mapping.fields).length === 0) return recording
  const ignored = new Set(
    recording.entries.flatMap((entry) =>
      entry.is === 'called' && toolIn(mapping, entry.tool)?.ignore === true ? [entry.call] : [],
    ),
  )
  return {
    ...recording,
    entries: recording.entries.map((entry) => mappedEntry(entry, mapping, ignored)),
    task: recording.task === null ? null : mappedTask(recording.task, mapping),
  }
}

const toolIn = ({ tools }: RecordingMapping, name: string) =>
  Object.hasOwn(tools, name) ? tools[name] : undefined

function mappedEntry(
  entry: RecordedEntry,
  mapping: RecordingMapping,
  ignored: ReadonlySet<string>,
): RecordedEntry {
  if (entry.is !== 'called' && entry.is !== 'returned') return entry
  if (ignored.has(entry.call))
    return { is: 'aside', from: 'agent', what: 'note', text: JSON.stringify(entry) }
  return entry.is === 'called'
    ? { ...entry, ...mappedCall(entry, mapping) }
    : { ...entry, output: renamed(entry.output, mapping.fields, 'deep') }
}

const mappedTask = (task: RecordedTask, mapping: RecordingMapping): RecordedTask => ({
  ...task,
  calls: task.calls.map((call) => mappedCall(call, mapping)),
})

function mappedCall(
  { tool, input }: { readonly tool: string; readonly input: Json },
  mapping: RecordingMapping,
) {
  const row = toolIn(mapping, tool)
  const own = renamed(input, row?.arguments ?? {}, 'top')
  return { tool: row?.is ?? tool, input: renamed(own, mapping.fields, 'top') }
}

function renamed(value: Json, names: Readonly<Record<string, string>>, how: 'top' | 'deep'): Json {
  if (Array.isArray(value)) return how === 'deep' ? value.map((one: Json) => renamed(one, names, how)) : value
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      Object.hasOwn(names, name) ? (names[name] ?? name) : name,
      how === 'deep' ? renamed(inner, names, how) : inner,
    ]),
  )
}
