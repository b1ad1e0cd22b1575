import { z } from 'zod'
import { type Problem, problem, type Reading } from '../base/files/problem.ts'
import { type PlaceOf, readYaml } from '../base/files/yaml-file.ts'
import { isClauseId } from '../base/values/ids.ts'
import { Lexicon } from '../base/values/lexicon.ts'
import type { Tactic } from '../cards/tactic.ts'
import { readTactics } from '../cards/tactic-file.ts'
import { loadGraph } from '../graph/load.ts'
import type { Graph } from '../graph/model/graph.ts'
import type { GraphFacts } from '../graph/model/graph-facts.ts'
import { readWorld } from '../world/load-world.ts'
import type { SpecialTool, World } from '../world/world.ts'
import type { Pack } from './case.ts'
import { type PlacedCase, readCases } from './case-file.ts'
import { listsOfDesk } from './lists-of-desk.ts'
import { hashOfFiles } from './pack-hash.ts'
import { type PlacedVoice, readVoices } from './voices.ts'

/** pack.yaml */
export const PackFile = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'an id may contain only lower-case letters, digits and hyphens'),
  title: z.string().min(1),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .default('en'),
  turns_max: z.int().min(2).max(60).default(8),
  traffic: z.record(z.string(), z.number().min(0).max(1)).default({}),
  catastrophes: z.record(z.string(), z.string()).default({}),
  ambiguous: z.array(z.string()).optional(),
})
export type PackFile = z.infer<typeof PackFile>

/** What a pack's folder cannot hold: where it lies, the product's tactics, code for its special tools. */
export type PackOutside = {
  readonly dir?: string
  readonly tactics?: ReadonlyMap<string, Tactic>
  readonly special?: Readonly<Record<string, SpecialTool>>
}

/** A pack's folder as text: path inside it -> contents. */
export type PackFiles = ReadonlyMap<string, string>

/** Everything read so far, sound or not, with places: what `checkPack` looks at. */
export type PackDraft = {
  readonly about: PackFile | undefined
  readonly placeOfAbout: PlaceOf
  readonly world: World | undefined
  readonly graph: Graph | undefined
  readonly lexicon: Lexicon | undefined
  readonly placeOfLexicon: PlaceOf
  readonly tactics: ReadonlyMap<string, Tactic>
  readonly voices: readonly PlacedVoice[]
  readonly cases: readonly PlacedCase[]
  readonly problems: readonly Problem[]
}

/** Reads a pack. In: its files. Out: the pack, if every part could be read, and everything that is wrong, at once. */
export function readPack(files: PackFiles, outside: PackOutside = {}): Reading<Pack> {
  const draft = draftPack(files, outside)
  const { about, world, graph, lexicon, problems } = draft
  if (
    about === undefined ||
    world === undefined ||
    graph === undefined ||
    lexicon === undefined ||
    hasErrors(problems)
  )
    return { value: undefined, problems }
  const words = withTopicActs(lexicon, graph)
  const pack: Pack = {
    id: about.id,
    title: about.title,
    language: about.language,
    hash: hashOfFiles(files),
    dir: outside.dir ?? '',
    graph,
    world,
    cases: draft.cases.map((placed) => placed.case),
    lexicon: words,
    lists: listsOfDesk(graph, world, words),
    voices: new Map(draft.voices.map(({ name, voice }) => [name, voice])),
    tactics: draft.tactics,
    turnsMax: about.turns_max,
    traffic: about.traffic,
    catastrophes: about.catastrophes,
    contested: (about.ambiguous ?? []).filter(isClauseId),
  }
  return { value: pack, problems }
}

/** Words alone do not tell a decline from an explanation; where the graph has one act for a topic, its words do that act. */
function withTopicActs(lexicon: Lexicon, graph: Graph): Lexicon {
  const tells = [...graph.steps.values()].filter((step) => step.kind === 'tell')
  const actOf = (topic: string) => {
    const acts = new Set(tells.flatMap((step) => (step.about === topic ? [step.act] : [])))
    const [only] = acts
    return acts.size === 1 ? only : undefined
  }
  const topics = Object.entries(lexicon.topics).map(([topic, words]) => {
    const act = words.act ?? actOf(topic)
    return [topic, act === undefined ? words : { ...words, act }] as const
  })
  return { ...lexicon, topics: Object.fromEntries(topics) }
}

export const hasErrors = (problems: readonly Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')

/** Reads every part by itself, so that a slip in one does not hide those in the others. */
export function draftPack(files: PackFiles, outside: PackOutside = {}): PackDraft {
  const about = readYaml('pack.yaml', files.get('pack.yaml') ?? '', PackFile)
  const lexicon = readYaml('lexicon.yaml', files.get('lexicon.yaml') ?? '', Lexicon)
  const world = readWorld(files, outside.special)
  const graph = world.draft === undefined ? undefined : readGraph(files, world.draft)
  const shared = outside.tactics ?? new Map<string, Tactic>()
  const tactics = readTactics(new Map(matching(files, /^tactics\/.+\.ya?ml$/)), shared)
  const cases = matching(files, /^cases\/.+\.ya?ml$/).map(([file, text]) =>
    readCases(about.value?.id ?? '', file, text),
  )
  const { voices, ...spoken } = readVoices(files)
  const parts = [about, world, graph ?? { problems: [] }, lexicon, spoken, tactics, ...cases]
  const problems = [...missingFiles(files), ...parts.flatMap((part) => part.problems)]
  return {
    about: about.value,
    placeOfAbout: about.placeOf,
    world: hasErrors(world.problems) ? undefined : world.draft,
    graph: graph?.value,
    lexicon: lexicon.value,
    placeOfLexicon: lexicon.placeOf,
    tactics: tactics.value ?? shared,
    voices,
    cases: cases.flatMap((one) => one.cases),
    problems: onlyOnce(problems, files),
  }
}

const REQUIRED = ['pack.yaml', 'sop.md', 'graph.yaml', 'world.yaml', 'tools.yaml', 'lexicon.yaml']

function missingFiles(files: PackFiles): readonly Problem[] {
  const missing = REQUIRED.filter((file) => !files.has(file))
  const noCases = matching(files, /^cases\/.+\.ya?ml$/).length === 0 ? ['cases/cases.yaml'] : []
  return [...missing, ...noCases].map((file) =>
    problem(
      { file, line: 1, column: 1 },
      'missing-file',
      `there is no ${file}`,
      'Copy it from another pack and change it. docs/packs.md describes its contents.',
    ),
  )
}

/** A file that is not there is one problem, not everything its schema misses in it. */
const onlyOnce = (problems: readonly Problem[], files: PackFiles): readonly Problem[] =>
  problems.filter(({ file, code }) => code === 'missing-file' || files.has(file))

function readGraph(files: PackFiles, world: World): Reading<Graph> {
  const source = (file: string) => ({ file, text: files.get(file) ?? '' })
  return loadGraph({ graph: source('graph.yaml'), sop: source('sop.md') }, factsOf(world))
}

/** What the graph may know of the back office. */
export function factsOf(world: World): GraphFacts {
  const tools = [...world.tools].map(([name, { role, parameters }]) => {
    const properties = parameters.properties
    const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
    return [name, { role, parameters: names }] as const
  })
  return { tables: world.tables, tools: new Map(tools) }
}

const matching = (files: PackFiles, pattern: RegExp): readonly (readonly [string, string])[] =>
  [...files].filter(([file]) => pattern.test(file)).sort(([a], [b]) => (a < b ? -1 : 1))
