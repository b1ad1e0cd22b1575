import { join } from 'node:path'
import { patchYaml } from '../../base/files/patch-yaml.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import { addWaiver, withoutWaiver } from '../../compile/ask/waive.ts'
import { fitToText } from '../../compile/compose/text-changed.ts'
import { acceptGap, acceptLine } from '../../compile/outline/adopt.ts'
import { NOT_READ } from '../../compile/outline/not-read.ts'
import type { LineKind, OutlineFile, OutlineGap, OutlineLine } from '../../compile/outline/outline-file.ts'
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

/** Sentences whose gloss is right. One that the graph makes nothing of cannot be accepted. */
export function acceptClauses(folder: CompileFolder, clauses: readonly string[], by: string): FolderEdit {
  const wanted = new Set(clauses)
  const lines = stateOfFolder(folder).lines.filter(({ clause }) => wanted.has(clause.id))
  const empty = lines.filter(({ gloss }) => gloss === null)
  if (empty.length > 0)
    return refused(empty.map(({ clause }) => `The graph makes nothing of ${clause.id}. ${MARK_OR_WRITE}`))
  const unread = lines.filter(({ clause }) => isUnread(folder, clause.id))
  if (unread.length > 0)
    return refused(unread.map(({ clause }) => `No one has said yet what ${clause.id} is. ${MARK_OR_WRITE}`))
  return withLines(
    folder,
    lines.map((line) => acceptLine(line, { by, kind: acceptableKind(line.kind) })),
  )
}
const MARK_OR_WRITE = 'Mark it as a fact, or write a step for it.'

const acceptableKind = (kind: LineKind): LineKind => (kind === 'unread' ? 'rule' : kind)

/** A sentence that asks nothing of the agent, or only how to speak: set aside in the graph if nothing cites it. */
export function markAside(
  folder: CompileFolder,
  clause: string,
  { by, kind }: { readonly by: string; readonly kind: 'fact' | 'tone' },
): FolderEdit {
  const before = lineOf(folder, clause)
  if (before === undefined) return unknownClause(clause)
  const because = kind === 'fact' ? 'a fact, says its author' : 'a matter of tone, says its author'
  const text = folder.graphText
  const graphText =
    text === null
      ? null
      : isUnread(folder, clause)
        ? addWaiver(withoutWaiver(text, clause), clause, because)
        : before.gloss === null
          ? addWaiver(text, clause, because)
          : text
  const next = withGraph(folder, graphText)
  const now = lineOf(next, clause) ?? before
  return withLines(next, [acceptLine(now, { by, kind })], graphFiles(folder, next))
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

/** What no sentence says and the graph assumes. */
export function acceptGaps(folder: CompileFolder, items: readonly string[], by: string): FolderEdit {
  const wanted = new Set(items)
  const accepted = stateOfFolder(folder).gaps.filter(({ item }) => wanted.has(item))
  const gaps = [
    ...(folder.outline.gaps ?? []).filter(({ item }) => !wanted.has(item)),
    ...accepted.map((gap) => acceptGap(gap, by)),
  ]
  return withOutline(folder, { ...folder.outline, gaps })
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
 * A folder whose text was changed by whatever hand, as its outline goes on from there (L8): sentences that only moved keep
 * their lines under new numbers, a new one is set aside as unread, what rested on one that is gone is assumed. Out: the files
 * this changes, to be written with the next edit.
 */
export function settleText(folder: CompileFolder): Extract<FolderEdit, { kind: 'edit' }> {
  const { graph, graphText, sop, outline } = folder
  if (graph === null || graphText === null) return { kind: 'edit', folder, files: new Map() }
  const fitted = fitToText(graph, sop)
  if (fitted === graph && !folder.isRenumbered) return { kind: 'edit', folder, files: new Map() }
  const text = fitted === graph ? graphText : patchYaml(graphText, fitted)
  const next: CompileFolder = { ...withGraph(folder, text), isRenumbered: false }
  const files = new Map([[GRAPH, text]])
  if (outline.lines.length === 0) return { kind: 'edit', folder: next, files }
  return withLines(next, [], files)
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
