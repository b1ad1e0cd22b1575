import { join } from 'node:path'
import { readYaml } from '../../base/files/yaml-file.ts'
import { joinedGaps } from '../../compile/ask/joined-gaps.ts'
import { type GivenWord, ownWord, whyNotOwn } from '../../compile/ask/own-word.ts'
import { addWaiver, withoutWaiver } from '../../compile/ask/waive.ts'
import { acceptGap, acceptLine, kindOfLine } from '../../compile/outline/accept.ts'
import { NOT_READ } from '../../compile/outline/not-read.ts'
import type { OutlineFile, OutlineGap, OutlineLine } from '../../compile/outline/outline-file.ts'
import type { LineState } from '../../compile/outline/outline-state.ts'
import { writeOutline } from '../../compile/outline/write-outline.ts'
import { GraphFileReader } from '../../graph/file/graph-file.ts'
import { editSlot } from '../../graph/words/edit-slot.ts'
import type { Slot } from '../../graph/words/pieces.ts'
import { replaceText } from '../files/replace-text.ts'
import { type CompileFolder, graphProblems, stateOfFolder } from './compile-folder.ts'
import { OUTLINE } from './outline-folder.ts'

/**
 * What an author's answer changes in a folder: the files with their new text, and the folder as it is then. Nothing is written
 * here, so that a change can be shown before it is made. `--ask` and the studio share these.
 */
export type FolderEdit =
  | {
      readonly kind: 'edit'
      readonly folder: CompileFolder
      readonly files: ReadonlyMap<string, string>
    }
  | { readonly kind: 'refused'; readonly because: readonly string[] }

const GRAPH = 'graph.yaml'

type Acceptance = { readonly by: string; readonly given: GivenWord }

/** One line a call (L12): a sentence whose gloss is right, or an assumption, by its item. */
export function accept(folder: CompileFolder, name: string, acceptance: Acceptance): FolderEdit {
  const line = lineOf(folder, name)
  return line === undefined
    ? acceptAssumed(folder, name, acceptance)
    : acceptSentence(folder, line, acceptance)
}

/** One that the graph makes nothing of cannot be accepted. */
function acceptSentence(folder: CompileFolder, line: LineState, { by, given }: Acceptance): FolderEdit {
  const { id } = line.clause
  if (line.gloss === null) return refused([`The graph makes nothing of ${id}. ${MARK_OR_WRITE}`])
  if (isUnread(folder, id)) return refused([`No one has said yet what ${id} is. ${MARK_OR_WRITE}`])
  const wrong = whyNotOwn(id, ownWord(line, folder.graph), given)
  if (wrong !== null) return refused([wrong])
  return withLines(folder, [acceptLine(line, { by, kind: kindOfLine(line, folder.graph) })])
}
const MARK_OR_WRITE = 'Mark it as a fact, or write a step for it.'

/** What no sentence says and the graph assumes, with the assumed step it leads to (L1c). */
function acceptAssumed(folder: CompileFolder, item: string, { by, given }: Acceptance): FolderEdit {
  const { gaps } = stateOfFolder(folder)
  const open = folder.graph === null ? [] : joinedGaps(gaps, folder.graph)
  const together = open.find((joined) => joined.some((gap) => gap.item === item))
  if (together === undefined)
    return gaps.some((gap) => gap.item === item)
      ? refused([`${item} is accepted already.`])
      : refused([`There is no sentence and no assumption ${item}.`])
  if (given.is !== 'kind' || given.word !== 'gap')
    return refused([`No sentence says ${item}: accept it with its kind, gap.`])
  const items = together.map((gap) => gap.item)
  const kept = (folder.outline.gaps ?? []).filter((gap) => !items.includes(gap.item))
  const accepted = together.map((gap) => acceptGap(gap, by))
  return withOutline(folder, { ...folder.outline, gaps: [...kept, ...accepted] })
}

/** A sentence that asks nothing of the agent is set aside in the graph. One that the graph does something for is no such. */
export function markFact(folder: CompileFolder, clause: string, by: string): FolderEdit {
  const line = lineOf(folder, clause)
  const { graphText: text } = folder
  if (line === undefined) return unknownClause(clause)
  if (line.gloss !== null && !isUnread(folder, clause))
    return refused([
      `The graph does something for ${clause}, so it cannot be marked as a fact. Change graph.yaml first.`,
    ])
  const waived =
    text === null ? null : addWaiver(withoutWaiver(text, clause), clause, 'a fact, says its author')
  const next = withGraph(folder, waived)
  const now = lineOf(next, clause) ?? line
  return withLines(next, [acceptLine(now, { by, kind: 'fact' })], graphFiles(folder, next))
}

/** Set aside only because nobody has said anything about it: there is nothing to accept. */
export const isUnread = ({ graph }: CompileFolder, clause: string): boolean =>
  (graph?.waive ?? []).some((each) => each.clause === clause && each.because === NOT_READ)

/** A sentence whose gloss is wrong, or was accepted by mistake: it is open again. */
export function markWrong(folder: CompileFolder, clause: string): FolderEdit {
  const line = lineOf(folder, clause)
  if (line === undefined) return unknownClause(clause)
  return withLines(folder, [
    { ...acceptLine(line, { by: '', kind: 'unread' }), kind: 'unread', accepted: undefined },
  ])
}

/** Another figure, value, topic or tool in the place of a word; refused if the graph would not be sound. */
export function changeSlot(
  folder: CompileFolder,
  slot: Pick<Slot, 'path' | 'within'>,
  to: string,
): FolderEdit {
  const graphText = folder.graphText === null ? null : editSlot(folder.graphText, slot, to.trim())
  const next = withGraph(folder, graphText)
  if (graphText === null) return refused(['That does not fit there.'])
  if (next.graph === null)
    return refused(readYaml(GRAPH, graphText, GraphFileReader).problems.map(({ message }) => `${message}.`))
  const wrong = graphProblems(next).filter(({ severity }) => severity === 'error')
  if (wrong.length > 0) return refused(wrong.map(({ message }) => message))
  return { kind: 'edit', folder: next, files: graphFiles(folder, next) }
}

/**
 * A folder whose text was changed by whatever hand (L8b): sentences that only moved keep their lines under new numbers, and the
 * cites follow them. Both files are written together, or the next reading would number them once more.
 */
export function settle(folder: CompileFolder): Extract<FolderEdit, { kind: 'edit' }> {
  const { graphText, isRenumbered } = folder
  if (!isRenumbered || graphText === null) return { kind: 'edit', folder, files: new Map() }
  return withLines({ ...folder, isRenumbered: false }, [], new Map([[GRAPH, graphText]]))
}

/** Writes what an edit changes, each file whole or not at all. A refused edit writes nothing. */
export async function writeEdit(before: CompileFolder, edit: FolderEdit): Promise<CompileFolder> {
  if (edit.kind === 'refused') return before
  for (const [file, text] of edit.files) await replaceText(join(before.dir, file), text, before.dir)
  return edit.folder
}

const refused = (because: readonly string[]): FolderEdit => ({ kind: 'refused', because })
const unknownClause = (clause: string): FolderEdit => refused([`There is no sentence ${clause}.`])

const lineOf = (folder: CompileFolder, clause: string): LineState | undefined =>
  stateOfFolder(folder).lines.find((line) => line.clause.id === clause)

const withGraph = (folder: CompileFolder, graphText: string | null): CompileFolder =>
  graphText === null || graphText === folder.graphText
    ? folder
    : { ...folder, graphText, graph: readYaml(GRAPH, graphText, GraphFileReader).value ?? null }

function graphFiles(before: CompileFolder, after: CompileFolder): ReadonlyMap<string, string> {
  return after.graphText === null || after.graphText === before.graphText
    ? new Map()
    : new Map([[GRAPH, after.graphText]])
}

function withLines(
  folder: CompileFolder,
  lines: readonly OutlineLine[],
  files: ReadonlyMap<string, string> = new Map(),
): Extract<FolderEdit, { kind: 'edit' }> {
  const changed = new Map(lines.map((line) => [line.clause, line]))
  const state = stateOfFolder(folder)
  const all = state.lines.map(({ clause, line, open, gloss }): OutlineLine => {
    const now = changed.get(clause.id)
    if (now !== undefined) return now
    if (line === null) return acceptLine({ clause, line, gloss: null }, { by: '', kind: 'unread' })
    // a gloss names other sentences by number: what was accepted stays accepted under the new numbers
    return { ...line, clause: clause.id, ...(open === null && gloss !== null ? { gloss } : {}) }
  })
  const accepted = new Map(
    state.gaps.flatMap((gap) => (gap.open === null ? [[gap.item, gap.gloss] as const] : [])),
  )
  const gaps = folder.outline.gaps?.map((gap): OutlineGap => {
    const gloss = accepted.get(gap.item) ?? gap.gloss
    return gloss === undefined ? gap : { ...gap, gloss }
  })
  const outline = { ...folder.outline, lines: all, ...(gaps === undefined ? {} : { gaps }) }
  return withOutline(folder, outline, files)
}

const withOutline = (
  folder: CompileFolder,
  outline: OutlineFile,
  files: ReadonlyMap<string, string> = new Map(),
): Extract<FolderEdit, { kind: 'edit' }> => ({
  kind: 'edit',
  folder: { ...folder, outline },
  files: new Map([...files, [OUTLINE, writeOutline(outline)]]),
})
