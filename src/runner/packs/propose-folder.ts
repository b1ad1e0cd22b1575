import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Problem } from '../../base/files/problem.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import { draftDesk } from '../../compile/draft/draft-desk.ts'
import { takeProposal } from '../../compile/outline/take-proposal.ts'
import { writeOutline } from '../../compile/outline/write-outline.ts'
import { proposalPrompt, repairPrompt } from '../../compile/propose/prompt.ts'
import { type Proposal, readProposal } from '../../compile/propose/proposal.ts'
import { type GraphFile, GraphFileReader } from '../../graph/file/graph-file.ts'
import type { ChatMessage, ChatModel, ChatUsage } from '../../models/chat-model.ts'
import { readWorld } from '../../world/load-world.ts'
import { replaceText } from '../files/replace-text.ts'
import { type CompileFolder, graphProblems } from './compile-folder.ts'
import { OUTLINE } from './outline-folder.ts'

/** The prompt for a model or a chat: the whole SOP, and the desk if there is one. */
export const promptOfFolder = ({ sop, world, lexicon, graphText }: CompileFolder): string =>
  proposalPrompt(sop, {
    desk: world === null || lexicon === null ? null : { world, lexicon },
    graph: graphText,
  })

/** A proposal that was read and checked, not written yet. */
export type CheckedProposal = {
  /** null: the answer could not be read at all */
  readonly folder: CompileFolder | null
  readonly proposal: Proposal | null
  /** files the desk lacks, as a skeleton */
  readonly drafted: ReadonlyMap<string, string>
  readonly problems: readonly Problem[]
}

/** Gates in order: schema, then the graph's checker (L6). What they find goes back to whoever proposed it. */
export function checkAnswer(folder: CompileFolder, answer: string): CheckedProposal {
  const none = { folder: null, proposal: null, drafted: new Map<string, string>() }
  const { proposal, problems } = readProposal(answer, (graph) => stringify(graph, { lineWidth: 0 }))
  if (proposal === null) return { ...none, problems }
  const shape = readYaml('graph.yaml', proposal.graph, GraphFileReader)
  if (shape.value === undefined) return { ...none, proposal, problems: shape.problems }
  const drafted =
    folder.world === null ? draftedFiles(folder, shape.value, proposal) : new Map<string, string>()
  const world = folder.world ?? readWorld(drafted).draft ?? null
  const next: CompileFolder = { ...folder, world, graphText: proposal.graph, graph: shape.value }
  return { folder: next, proposal, drafted, problems: graphProblems(next) }
}

const draftedFiles = (
  folder: CompileFolder,
  graph: GraphFile,
  { desk }: Proposal,
): ReadonlyMap<string, string> => draftDesk(graph, { desk, id: idOf(folder.name), title: titleOf(folder) })

const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'desk'
const titleOf = ({ sop, name }: CompileFolder): string => sop.sections[0]?.title || name

export const isUsable = ({ folder, problems }: CheckedProposal): boolean =>
  folder !== null && problems.every(({ severity }) => severity !== 'error')

export const repairOf = ({ problems }: CheckedProposal): string =>
  repairPrompt(
    problems.map(
      ({ line, message, hint }) => `line ${line}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
    ),
  )

/** Writes graph, outline and what the desk lacked. The lines stay open: a proposal accepts nothing. */
export async function writeProposal(
  before: CompileFolder,
  { folder, proposal, drafted }: CheckedProposal,
  by: 'model' | 'person',
): Promise<CompileFolder | null> {
  if (folder === null || folder.graph === null || proposal === null) return null
  const outline = takeProposal(folder.sop, folder.graph, {
    outline: before.outline,
    lines: proposal.lines,
    by,
  })
  const head = '# Proposed; not accepted yet. `sage graph . --format words` says it in words.\n'
  await replaceText(join(folder.dir, 'graph.yaml'), `${head}${proposal.graph}`, folder.dir)
  for (const [file, text] of drafted) await replaceText(join(folder.dir, file), text, folder.dir)
  await replaceText(join(folder.dir, OUTLINE), writeOutline(outline), folder.dir)
  return { ...folder, outline }
}

export const REPAIRS_MAX = 3

export type ModelProposal = {
  readonly checked: CheckedProposal
  readonly calls: number
  readonly usage: readonly ChatUsage[]
}

/** The whole SOP in one call, then at most three repairs. */
export async function askModel(folder: CompileFolder, model: ChatModel): Promise<ModelProposal> {
  const messages: ChatMessage[] = [{ role: 'user', content: promptOfFolder(folder) }]
  const usage: ChatUsage[] = []
  for (let calls = 1; ; calls += 1) {
    const reply = await model.complete({ system: SYSTEM, messages })
    usage.push(reply.usage)
    const checked = checkAnswer(folder, reply.text)
    if (isUsable(checked) || calls > REPAIRS_MAX) return { checked, calls, usage }
    messages.push({ role: 'assistant', content: reply.text }, { role: 'user', content: repairOf(checked) })
  }
}

const SYSTEM = 'You write dialogue graphs of customer-service procedures as YAML.'
