import { basename } from 'node:path'
import { stringify } from 'yaml'
import type { Problem } from '../../base/files/problem.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import { draftDesk } from '../../compile/draft/draft-desk.ts'
import type { Question } from '../../compile/gates/question.ts'
import { printOfText } from '../../compile/outline/fingerprint.ts'
import { NOT_READ } from '../../compile/outline/not-read.ts'
import type { OutlineFile, OutlineLine } from '../../compile/outline/outline-file.ts'
import { type LineState, outlineState } from '../../compile/outline/outline-state.ts'
import { writeOutline } from '../../compile/outline/write-outline.ts'
import { proposalPrompt, repairPrompt } from '../../compile/propose/prompt.ts'
import { type Proposal, type ProposedLine, readProposal } from '../../compile/propose/proposal.ts'
import { blindPrompt, readBlindAnswers } from '../../compile/signoff/blind-answers.ts'
import { boundaryQuestions } from '../../compile/signoff/boundary-questions.ts'
import { type GraphFile, GraphFileReader } from '../../graph/file/graph-file.ts'
import { itemsOf } from '../../graph/words/items.ts'
import type { ChatMessage, ChatModel, ChatUsage } from '../../models/chat-model.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { readWorld } from '../../world/load-world.ts'
import { type CompileFolder, graphProblems } from './compile-folder.ts'
import { type FolderEdit, writeEdit } from './edit-outline.ts'
import { newPackFiles } from './new-pack.ts'
import { OUTLINE } from './outline-folder.ts'

/** The prompt for a model or a chat: the whole SOP, and the desk if there is one. */
export const promptOfFolder = (folder: CompileFolder): string => {
  const { sop, world, lexicon, graphText } = folder
  const isStub = isUntouched(folder) && !handWritten(folder).some((file) => DESK_FILES.includes(file))
  return proposalPrompt(sop, {
    desk: world === null || lexicon === null || isStub ? null : { world, lexicon },
    graph: isUntouched(folder) ? null : graphText,
  })
}

/** A proposal that was read and checked, not written yet. */
export type CheckedProposal = {
  /** null: the answer could not be read at all */
  readonly folder: CompileFolder | null
  readonly proposal: Proposal | null
  /** files the desk lacks, as a skeleton */
  readonly drafted: ReadonlyMap<string, string>
  /** files that a skeleton would replace, and that somebody has worked on: they stay */
  readonly kept: readonly string[]
  readonly problems: readonly Problem[]
}

/** Gates in order: schema, then the graph's checker (L6). What they find goes back to whoever proposed it. */
export function checkAnswer(folder: CompileFolder, answer: string): CheckedProposal {
  const none = { folder: null, proposal: null, drafted: new Map<string, string>(), kept: [] }
  const { proposal, problems } = readProposal(answer, (graph) => stringify(graph, { lineWidth: 0 }))
  if (proposal === null) return { ...none, problems }
  const shape = readYaml('graph.yaml', proposal.graph, GraphFileReader)
  if (shape.value === undefined) return { ...none, proposal, problems: shape.problems }
  const isNew = folder.world === null || isUntouched(folder)
  const skeleton = isNew ? draftedFiles(folder, shape.value, proposal) : new Map<string, string>()
  const kept = isNew ? handWritten(folder) : []
  const drafted = new Map([...skeleton].filter(([file]) => !kept.includes(file)))
  const world = isNew ? (readWorld(new Map([...folder.files, ...drafted])).draft ?? null) : folder.world
  const next: CompileFolder = { ...folder, world, graphText: proposal.graph, graph: shape.value }
  return { folder: next, proposal, drafted, kept, problems: graphProblems(next) }
}

const DESK_FILES = ['world.yaml', 'tools.yaml']

/** Files of a new pack that are not as `sage pack new` made them. */
function handWritten({ dir, sop, files }: CompileFolder): readonly string[] {
  const made = newPackFiles(basename(dir), sop.text)?.texts ?? new Map<string, string>()
  return [...made.keys()].filter(
    (file) =>
      !['sop.md', 'graph.yaml', OUTLINE].includes(file) &&
      files.has(file) &&
      files.get(file) !== made.get(file),
  )
}

/** A pack that `sage pack new` made and nobody has given a step: its desk is a stub that a proposal may replace. */
export const isUntouched = ({ graph }: CompileFolder): boolean =>
  graph !== null && (graph.waive ?? []).length > 0 && itemsOf(graph).every(({ cites }) => cites.length === 0)

const draftedFiles = (
  folder: CompileFolder,
  graph: GraphFile,
  { desk }: Proposal,
): ReadonlyMap<string, string> =>
  draftDesk(graph, { desk, id: idOf(folder.name), title: titleOf(folder), language: folder.language })

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

/** Graph, outline and what the desk lacked. The lines stay open: a proposal accepts nothing. */
export function proposalEdit(
  before: CompileFolder,
  { folder, proposal, drafted }: CheckedProposal,
  by: 'model' | 'person',
): FolderEdit | null {
  if (folder === null || folder.graph === null || proposal === null) return null
  const outline = takeProposal(folder.sop, folder.graph, {
    outline: before.outline,
    lines: proposal.lines,
    by,
  })
  const head = '# Proposed; not accepted yet. `sage graph . --format words` says it in words.\n'
  return {
    kind: 'edit',
    folder: { ...folder, outline },
    files: new Map([
      ['graph.yaml', `${head}${proposal.graph}`],
      ...drafted,
      [OUTLINE, writeOutline(outline)],
    ]),
  }
}

export async function writeProposal(
  before: CompileFolder,
  checked: CheckedProposal,
  by: 'model' | 'person',
): Promise<CompileFolder | null> {
  const edit = proposalEdit(before, checked, by)
  return edit === null ? null : writeEdit(before, edit)
}

export const REPAIRS_MAX = 3

export type ModelProposal = {
  readonly checked: CheckedProposal
  readonly calls: number
  readonly usage: readonly ChatUsage[]
  /** where a second reading of the text, without the graph, comes to something else */
  readonly questions: readonly Question[]
}

/** The second call sees the SOP and not the graph (L6): the first 20 situations by risk. */
async function askBlind(
  { folder }: CheckedProposal,
  model: ChatModel,
): Promise<{ readonly questions: readonly Question[]; readonly spent: readonly ChatUsage[] }> {
  if (folder === null || folder.graph === null) return { questions: [], spent: [] }
  const asked = boundaryQuestions(folder.graph, folder.lexicon).slice(0, BLIND_MAX)
  const reply = await model.complete({
    system: 'You answer questions about a procedure by its text alone.',
    messages: [{ role: 'user', content: blindPrompt(folder.sop, asked) }],
  })
  return { questions: readBlindAnswers(reply.text, asked) ?? [], spent: [reply.usage] }
}
const BLIND_MAX = 20

/** The whole SOP in one call, then at most three repairs. */
export async function askModel(folder: CompileFolder, model: ChatModel): Promise<ModelProposal> {
  const messages: ChatMessage[] = [{ role: 'user', content: promptOfFolder(folder) }]
  const usage: ChatUsage[] = []
  for (let calls = 1; ; calls += 1) {
    const reply = await model.complete({ system: SYSTEM, messages })
    usage.push(reply.usage)
    const checked = checkAnswer(folder, reply.text)
    if (isUsable(checked)) {
      const { questions, spent } = await askBlind(checked, model)
      return { checked, calls: calls + 1, usage: [...usage, ...spent], questions }
    }
    if (calls > REPAIRS_MAX) return { checked, calls, usage, questions: [] }
    messages.push({ role: 'assistant', content: reply.text }, { role: 'user', content: repairOf(checked) })
  }
}

const SYSTEM = 'You write dialogue graphs of customer-service procedures as YAML.'

/**
 * The outline once a proposal is in the graph. A line stays accepted if its sentence and its gloss are what was accepted; every
 * other line is open and proposed. A proposal accepts nothing.
 */
function takeProposal(
  sop: SopDocument,
  graph: GraphFile,
  from: {
    readonly outline: OutlineFile
    readonly lines: readonly ProposedLine[]
    readonly by: 'model' | 'person'
  },
): OutlineFile {
  const state = outlineState({ sop, graph, outline: from.outline })
  const proposed = new Map(from.lines.map((line) => [line.clause, line]))
  const waived = new Set((graph.waive ?? []).map(({ clause }) => clause))
  const unread = new Set(
    (graph.waive ?? []).flatMap((each) => (each.because === NOT_READ ? [each.clause] : [])),
  )
  const lines = state.lines.map((line) => proposedLine(line, { proposed, waived, unread, by: from.by }))
  const gaps = state.gaps.map(({ item, gap, open, gloss }) =>
    open === null && gap !== null
      ? { ...gap, ...(gloss === null ? {} : { gloss }) }
      : { item, proposed: from.by },
  )
  return { format: 1, lines, ...(gaps.length === 0 ? {} : { gaps }) }
}

type From = {
  readonly proposed: ReadonlyMap<string, ProposedLine>
  readonly waived: ReadonlySet<string>
  /** nobody has said anything about them */
  readonly unread: ReadonlySet<string>
  readonly by: 'model' | 'person'
}

function proposedLine(
  { clause, line, gloss, open }: LineState,
  { proposed, waived, unread, by }: From,
): OutlineLine {
  if (open === null && line !== null)
    return { ...line, clause: clause.id, ...(gloss === null ? {} : { gloss }) }
  const { clause: _, ...said } = proposed.get(clause.id) ?? { clause: clause.id, kind: kindOf() }
  function kindOf(): OutlineLine['kind'] {
    if (line !== null && line.kind !== 'unread') return line.kind
    if (gloss === null || unread.has(clause.id)) return 'unread'
    return waived.has(clause.id) ? 'fact' : clause.form === 'row' ? 'row' : 'rule'
  }
  return { clause: clause.id, text: printOfText(clause.text), ...said, proposed: by }
}
