import { patchYaml } from '../../base/files/patch-yaml.ts'
import { readYamlData } from '../../base/files/yaml-file.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import type { ProposedDesk } from '../propose/proposal.ts'
import { draftDesk } from './draft-desk.ts'

type Data = Readonly<Record<string, unknown>>

/**
 * The files of a desk with everything in them that a graph needs and they lack: new tables and columns, tools, arguments, reasons
 * and wordings, as a skeleton. What its author wrote stays as it is. Out: only the files that change.
 */
export function addToDesk(
  files: ReadonlyMap<string, string>,
  graph: GraphFile,
  about: {
    readonly desk: ProposedDesk
    readonly id: string
    readonly title: string
    readonly language: string
  },
): ReadonlyMap<string, string> {
  const skeleton = draftDesk(graph, about)
  const changed = new Map<string, string>()
  for (const [file, merge] of MERGES) {
    const before = files.get(file) ?? ''
    const now = dataOf(file, before)
    const merged = merge(now, dataOf(file, skeleton.get(file) ?? ''), graph)
    if (JSON.stringify(merged) !== JSON.stringify(now)) changed.set(file, patchYaml(before, merged))
  }
  return changed
}

const dataOf = (file: string, text: string): Data => asData(readYamlData(file, text).value)
const asData = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** `before` with the members it lacks, which come after its own. */
const withMissing = (before: Data, more: Data): Data => ({
  ...before,
  ...Object.fromEntries(Object.entries(more).filter(([key]) => !Object.hasOwn(before, key))),
})

const MERGES: readonly (readonly [string, (before: Data, more: Data, graph: GraphFile) => Data])[] = [
  ['world.yaml', mergeWorld],
  ['tools.yaml', mergeTools],
  ['lexicon.yaml', mergeLexicon],
]

function mergeWorld(before: Data, more: Data): Data {
  const [tables, added] = [asData(before['tables']), asData(more['tables'])]
  const merged = Object.entries(added).map(([name, table]): [string, unknown] => {
    const old = tables[name]
    if (old === undefined) return [name, table]
    const columns = mergeColumns(asData(asData(old)['columns']), asData(asData(table)['columns']))
    return [name, { ...asData(old), columns }]
  })
  return { ...withMissing(before, more), tables: { ...tables, ...Object.fromEntries(merged) } }
}

function mergeColumns(before: Data, more: Data): Data {
  const widened = Object.entries(before).map(([name, column]): [string, unknown] => {
    const [old, values] = [asData(column), listOf(asData(more[name])['of'])]
    const missing = values.filter((value) => !listOf(old['of']).includes(value))
    return [
      name,
      old['type'] === 'enum' && missing.length > 0
        ? { ...old, of: [...listOf(old['of']), ...missing] }
        : column,
    ]
  })
  return withMissing(Object.fromEntries(widened), more)
}

function mergeTools(before: Data, more: Data): Data {
  const roleOf = (tool: unknown): unknown => asData(tool)['role']
  const has = (role: string): boolean => Object.values(before).some((tool) => roleOf(tool) === role)
  const reasons = Object.values(more).flatMap((tool) =>
    roleOf(tool) === 'handover' ? listOf(reasonOf(tool)['enum']) : [],
  )
  const kept = Object.entries(before).map(([name, tool]): [string, unknown] => [
    name,
    roleOf(tool) === 'handover' ? withReasons(tool, reasons) : withArguments(tool, more[name]),
  ])
  const fresh = Object.entries(more).filter(
    ([name, tool]) =>
      !Object.hasOwn(before, name) &&
      !((roleOf(tool) === 'handover' || roleOf(tool) === 'close') && has(String(roleOf(tool)))),
  )
  return Object.fromEntries([...kept, ...fresh])
}

const reasonOf = (tool: unknown): Data => asData(asData(asData(tool)['parameters'])['reason'])

function withReasons(tool: unknown, reasons: readonly unknown[]): unknown {
  const reason = reasonOf(tool)
  const known = listOf(reason['enum'])
  const missing = reasons.filter((each) => !known.includes(each))
  if (missing.length === 0 || known.length === 0) return tool
  const parameters = {
    ...asData(asData(tool)['parameters']),
    reason: { ...reason, enum: [...known, ...missing] },
  }
  return { ...asData(tool), parameters }
}

/** A tool that is called with one argument more. */
function withArguments(tool: unknown, more: unknown): unknown {
  const [old, added] = [asData(asData(tool)['parameters']), asData(asData(more)['parameters'])]
  if (Object.keys(added).every((name) => Object.hasOwn(old, name))) return tool
  if (asData(tool)['role'] !== 'write') return tool
  return { ...asData(tool), parameters: withMissing(old, added) }
}

function mergeLexicon(before: Data, more: Data, graph: GraphFile): Data {
  const intents = graph.fields['intent']?.of ?? []
  const parts = ['intents', 'fields', 'topics', 'tools'].map((part): [string, unknown] => {
    const [old, added] = [asData(before[part]), asData(more[part])]
    const merged = withMissing(old, part === 'tools' ? withoutStock(added, old) : added)
    if (part !== 'intents') return [part, merged]
    return [part, Object.fromEntries(Object.entries(merged).filter(([id]) => intents.includes(id)))]
  })
  return { ...before, ...Object.fromEntries(parts) }
}

/** The skeleton's own handover and close, where the desk has words for others. */
const withoutStock = (added: Data, old: Data): Data =>
  Object.keys(old).length === 0
    ? added
    : Object.fromEntries(
        Object.entries(added).filter(([name]) => name !== 'pass_to_colleague' && name !== 'end_conversation'),
      )
