import { join } from 'node:path'
import { sha256 } from '../../base/hash.ts'
import type { EditResult, Versions } from '../../report/studio-views/desk-view.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { replaceText } from '../files/replace-text.ts'
import type { FolderEdit } from '../packs/edit-outline.ts'

/**
 * Writes to desks, one edit after the other. In: what a page was made from, and how to change the files. If a file is another one
 * by now, nothing is written: two tabs, or a tab and an editor, never overwrite each other silently.
 */
export type DeskWriter = (wish: WriteWish) => Promise<EditResult>
export type WriteWish = {
  readonly dir: string
  readonly basedOn: Versions
  /** says what would be written, and writes nothing */
  readonly dry: boolean
  readonly edit: (files: ReadonlyMap<string, string>) => Promise<DeskEditFiles>
}
export type DeskEditFiles =
  | {
      readonly kind: 'edit'
      readonly files: ReadonlyMap<string, string>
      readonly differences?: Extract<EditResult, { kind: 'preview' }>['differences']
    }
  | Extract<FolderEdit, { kind: 'refused' }>

export const versionsOf = (files: ReadonlyMap<string, string>): Versions =>
  Object.fromEntries([...files].map(([file, text]) => [file, sha256(text)]))

export function openDeskWriter(): DeskWriter {
  let last: Promise<unknown> = Promise.resolve()
  return (wish) => {
    const next = last.then(() => write(wish))
    last = next.catch(() => undefined)
    return next
  }
}

async function write({ dir, basedOn, dry, edit }: WriteWish): Promise<EditResult> {
  const files = await readPackFiles(dir)
  const changed = changedSince(files, basedOn)
  if (changed.length > 0) return { kind: 'changed', files: changed }
  const made = await edit(files)
  if (made.kind === 'refused') return made
  const texts = [...made.files].filter(([file, text]) => files.get(file) !== text)
  const names = texts.map(([file]) => file)
  if (dry) return { kind: 'preview', files: names, differences: made.differences ?? [] }
  // Checking gates takes a while: whoever was first in it must be noticed too.
  const meanwhile = changedSince(await readPackFiles(dir), basedOn)
  if (meanwhile.length > 0) return { kind: 'changed', files: meanwhile }
  for (const [file, text] of texts) await replaceText(join(dir, file), text, dir)
  return { kind: 'written', files: names, versions: versionsOf(new Map(texts)) }
}

const changedSince = (files: ReadonlyMap<string, string>, basedOn: Versions): readonly string[] => {
  const now = versionsOf(files)
  const names = new Set([...Object.keys(now), ...Object.keys(basedOn)])
  return [...names].filter((file) => now[file] !== basedOn[file])
}
