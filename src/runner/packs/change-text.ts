import { matchLines } from '../../compile/outline/match-lines.ts'
import type { OutlineLine } from '../../compile/outline/outline-file.ts'
import { itemsOf } from '../../graph/words/items.ts'
import { type CompileFolder, folderOfFiles, stateOfFolder } from './compile-folder.ts'
import { settleText } from './edit-outline.ts'

/** Another text of the procedure: the files it changes, and what it opens, in words. */
export type ChangedText = {
  readonly files: ReadonlyMap<string, string>
  readonly affected: readonly string[]
}

export function changeText(
  folder: CompileFolder,
  files: ReadonlyMap<string, string>,
  text: string,
): ChangedText {
  const sopFile = folder.sop.file
  const next = folderOfFiles(new Map([...files, [sopFile, text]]), { dir: folder.dir, sopName: sopFile })
  const settled = settleText(next)
  return {
    files: new Map([[sopFile, text], ...settled.files]),
    affected: affectedBy(folder, settled.folder),
  }
}

/** One sentence opens one line: what it says, and what rests on it. */
function affectedBy(before: CompileFolder, after: CompileFolder): readonly string[] {
  if (before.outline.lines.length === 0) return []
  const matched = matchLines(after.sop, before.outline.lines)
  const kept = new Set<OutlineLine | null>(matched.map(({ line }) => line))
  const gone = before.outline.lines.filter((line) => !kept.has(line))
  const opens = (clause: string): string => {
    const steps =
      after.graph === null ? 0 : itemsOf(after.graph).filter(({ cites }) => cites.includes(clause)).length
    return steps === 0
      ? 'nothing else is touched'
      : `${steps === 1 ? '1 place' : `${steps} places`} of the procedure rest on it and wait with it`
  }
  const said = matched.flatMap(({ clause, change }) => {
    if (change === 'new')
      return [`New: "${clause.text}" (${clause.id}). Say what it is; ${opens(clause.id)}.`]
    return change === 'text'
      ? [`Changed: "${clause.text}" (${clause.id}) is open again; ${opens(clause.id)}.`]
      : []
  })
  const state = stateOfFolder(after)
  const accepted = state.lines.filter(({ open }) => open === null).length
  return [
    ...said,
    ...gone.map(
      ({ clause }) =>
        `Taken out: ${clause}. What rested on it alone is an assumption now, to accept or to change.`,
    ),
    `${accepted} of ${state.lines.length} sentences are accepted.`,
  ]
}
