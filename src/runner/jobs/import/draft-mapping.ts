import { stringify } from 'yaml'
import { ProblemsError } from '../../../base/files/problems-error.ts'
import { isJsonObject, type Json } from '../../../base/values/json.ts'
import type { Pack } from '../../../cases/case.ts'
import type { Recording } from '../../../recordings/model/recording.ts'
import { roleOfTool, wordsOfTool } from '../../../recordings/tool-role.ts'
import type { Tool } from '../../../world/world.ts'
import type { ImportWishes } from './import-recordings.ts'
import { recordingsIn } from './recordings-in.ts'

/** Conversations looked at: names and values repeat, and a draft is for a person to finish. */
const LOOKED_AT_MAX = 500

/** A mapping file proposed from the names and values of the recordings; each line says what it rests on. */
export async function draftMapping(wishes: ImportWishes): Promise<string> {
  const seen = new Map<string, Seen>()
  let conversations = 0
  for (const { path, named } of wishes.files)
    for await (const one of recordingsIn(path, named, { ...wishes, columns: {} })) {
      if (one.is === 'problem') {
        if (one.problem.code === 'columns-missing') return draftColumns(one.problem.message)
        throw new ProblemsError('No mapping could be drafted.', [one.problem])
      }
      look(one.recording, seen)
      conversations += 1
      if (conversations >= LOOKED_AT_MAX) break
    }
  return write(seen, wishes.pack, conversations)
}

type Seen = { times: number; readonly values: Map<string, Set<string>> }

function look({ entries }: Recording, seen: Map<string, Seen>): void {
  for (const entry of entries) {
    if (entry.is !== 'called' || entry.from !== 'agent') continue
    const tool = seen.get(entry.tool) ?? { times: 0, values: new Map<string, Set<string>>() }
    seen.set(entry.tool, tool)
    tool.times += 1
    for (const [name, value] of isJsonObject(entry.input) ? Object.entries(entry.input) : []) {
      const values = tool.values.get(name) ?? new Set<string>()
      tool.values.set(name, values)
      if (values.size < 50) values.add(plain(value))
    }
  }
}

const plain = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function draftColumns(message: string): string {
  return `# ${message}
columns:
  conversation:   # the column that is the same for every row of a conversation
  from:           # the column that says who wrote the row
  text:           # the column with the words
`
}

function write(seen: ReadonlyMap<string, Seen>, pack: Pack | null, conversations: number): string {
  const lines = [...seen].flatMap(([name, { times, values }]) => {
    const ours = pack === null ? null : likeliest(name, values, pack)
    const entry =
      ours === null ? { role: roleOfTool(name).role } : { is: ours.tool.name, ...argumentsOf(values, ours) }
    const because =
      ours === null
        ? roleOfTool(name).sure
          ? 'by its name'
          : 'a guess: no word of its name says what it does'
        : `by ${ours.because}`
    return [`  # called ${times} times; ${because}`, indented(stringify({ [name]: entry }))]
  })
  const head = `# Drafted from ${conversations} conversations. Check every line, then: sage import ... --mapping <this file>`
  const tools = lines.length === 0 ? '# No tool was called.\ntools: {}' : `tools:\n${lines.join('\n')}`
  return `${head}\n${tools}\n${topicsOf(pack)}`
}

/** What words cannot be guessed for: a person adds how their agents say it. */
function topicsOf(pack: Pack | null): string {
  const topics = Object.entries(pack?.lexicon.topics ?? {})
  if (topics.length === 0) return ''
  const rows = topics.map(([topic, { says }]) =>
    `#   ${topic}: []   # ${Object.values(says)[0]?.[0] ?? ''}`.trimEnd(),
  )
  return `# How your agents say what the pack's procedure has them tell, where it is not read otherwise:\n# topics:\n${rows.join('\n')}\n`
}

const indented = (text: string): string => text.trimEnd().replaceAll(/^/gm, '  ')

type Likely = { readonly tool: Tool; readonly because: string; readonly pairs: ReadonlyMap<string, string> }

/** The tool of the pack with the most words and values in common; null: none has enough. */
function likeliest(name: string, values: Seen['values'], pack: Pack): Likely | null {
  const role = roleOfTool(name).role
  const scored = [...pack.world.tools.values()]
    .filter((tool) => tool.role === role)
    .map((tool) => {
      const shared = common(wordsOfTool(name), wordsOfTool(tool.name))
      const pairs = pairsOf(values, tool, pack)
      return { tool, pairs, shared, score: shared.length + pairs.size / 2 }
    })
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  if (best === undefined || best.score < 1 || best.score === second?.score) return null
  const parts = [
    ...(best.shared.length === 0 ? [] : [`the words ${best.shared.join(', ')}`]),
    ...(best.pairs.size === 0 ? [] : [`${best.pairs.size} arguments`]),
  ]
  return { tool: best.tool, pairs: best.pairs, because: parts.join(' and ') }
}

const common = (a: readonly string[], b: readonly string[]): readonly string[] => {
  const stems = new Set(b.map(stem))
  return a.filter((word) => stems.has(stem(word)))
}
const stem = (word: string): string => word.replace(/(?:s|es|ed|ing)$/, '').slice(0, 6)

/** Arguments that are called alike, or whose values are keys of the same table. */
function pairsOf(values: Seen['values'], tool: Tool, pack: Pack): ReadonlyMap<string, string> {
  const ours = isJsonObject(tool.parameters['properties']) ? Object.keys(tool.parameters['properties']) : []
  const pairs = new Map<string, string>()
  for (const [theirs, said] of values) {
    const named = ours.find((own) => common(wordsOfTool(theirs), wordsOfTool(own)).length > 0)
    const valued = ours.find((own) =>
      [...pack.world.tables.values()].some(
        (table) => table.key === own && [...said].some((value) => table.rows.has(value)),
      ),
    )
    const found = valued ?? named
    if (found !== undefined) pairs.set(theirs, found)
  }
  return pairs
}

function argumentsOf(
  values: Seen['values'],
  { pairs }: Likely,
): { readonly arguments?: Readonly<Record<string, string>> } {
  const differing = [...values.keys()].flatMap((name) => {
    const own = pairs.get(name)
    return own === undefined || own === name ? [] : [[name, own] as const]
  })
  return differing.length === 0 ? {} : { arguments: Object.fromEntries(differing) }
}
