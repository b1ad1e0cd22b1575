import { join } from 'node:path'
import { sha256 } from '../../base/hash.ts'
import type { ChangedFile, EditResult, FileChange, Versions } from '../../report/studio-views/desk-view.ts'
import { lineDiff } from '../../report/studio-views/line-diff.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { replaceText } from '../files/replace-text.ts'
import type { FolderEdit } from '../packs/edit-outline.ts'

/**
 * Writes to desks, one edit after the other. In: what a page was made from, and how to change the files. Out: what was
 * written, as a difference. If a file is another one by now, nothing is written and both versions are shown: two tabs, or a
 * tab and an editor, never overwrite each other silently.
 */
export type DeskWriter = {
  readonly versionsOf: (files: ReadonlyMap<string, string>) => Versions
  readonly write: (wish: WriteWish) => Promise<EditResult>
}
export type WriteWish = {
  readonly dir: string
  readonly basedOn: Versions
  /** shows what would be written, and writes nothing */
  readonly dry: boolean
  readonly edit: (files: ReadonlyMap<string, string>) => Promise<DeskEditFiles>
}
export type DeskEditFiles =
  | {
      readonly kind: 'edit'
      readonly files: ReadonlyMap<string, string>
      /** what the edit opens or closes beside itself, in words */
      readonly affected?: readonly string[]
    }
  | Extract<FolderEdit, { kind: 'refused' }>

/** versions of texts that pages were made from, to show what changed since */
const REMEMBERED_MAX = 400

export function openDeskWriter(): DeskWriter {
  const seen = new Map<string, string>()
  let last: Promise<unknown> = Promise.resolve()
  const remember = (text: string): string => {
    const hash = sha256(text)
    seen.delete(hash)
    seen.set(hash, text)
    for (const oldest of seen.keys()) {
      if (seen.size <= REMEMBERED_MAX) break
      seen.delete(oldest)
    }
    return hash
  }
  const versionsOf = (files: ReadonlyMap<string, string>): Versions =>
    Object.fromEntries([...files].map(([file, text]) => [file, remember(text)]))

  const write = async ({ dir, basedOn, dry, edit }: WriteWish): Promise<EditResult> => {
    const files = await readPackFiles(dir)
    const changed = changedSince(files, basedOn, (hash) => seen.get(hash) ?? null)
    if (changed.length > 0) return { kind: 'changed', files: changed }
    const made = await edit(files)
    if (made.kind === 'refused') return made
    const texts = [...made.files].filter(([file, text]) => files.get(file) !== text)
    const changes = texts.map(
      ([file, text]): FileChange => ({ file, diff: lineDiff(files.get(file) ?? '', text) }),
    )
    const affected = made.affected ?? []
    if (dry) return { kind: 'preview', changes, affected }
    // Checking gates and playing cases takes a while: whoever was first in it must be noticed too.
    const meanwhile = changedSince(await readPackFiles(dir), basedOn, (hash) => seen.get(hash) ?? null)
    if (meanwhile.length > 0) return { kind: 'changed', files: meanwhile }
    for (const [file, text] of texts) await replaceText(join(dir, file), text, dir)
    return { kind: 'written', changes, affected, versions: versionsOf(new Map(texts)) }
  }
  return {
    versionsOf,
    write: (wish) => {
      const next = last.then(() => write(wish))
      last = next.catch(() => undefined)
      return next
    },
  }
}

function changedSince(
  files: ReadonlyMap<string, string>,
  basedOn: Versions,
  textOf: (hash: string) => string | null,
): readonly ChangedFile[] {
  const names = new Set([...files.keys(), ...Object.keys(basedOn)])
  return [...names].flatMap((file): readonly ChangedFile[] => {
    const now = files.get(file) ?? null
    const version = basedOn[file]
    if (version === (now === null ? undefined : sha256(now))) return []
    const before = version === undefined ? '' : textOf(version)
    return [{ file, now, diff: before === null ? null : lineDiff(before, now ?? '') }]
  })
}
