import { lstatSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { z } from 'zod'
import { usageError } from '../../base/error.ts'
import { isDraft } from '../../compile/outline/outline-state.ts'
import type { DeskLine, EditResult, ProcedureView, SignoffView } from '../../report/studio-views/desk-view.ts'
import { knownPacks } from '../files/find-pack.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { packageRoot } from '../files/package-root.ts'
import { packIdIn, projectPacks } from '../files/project-packs.ts'
import { replaceText } from '../files/replace-text.ts'
import { type CompileFolder, readCompileFolder, stateOfFolder } from '../packs/compile-folder.ts'
import { settle } from '../packs/edit-outline.ts'
import { newPackFiles } from '../packs/new-pack.ts'
import { outlineOfFiles } from '../packs/outline-folder.ts'
import { promptOfFolder } from '../packs/propose-folder.ts'
import { type EditPost, filesOfEdit } from './desk-edit.ts'
import { isUnspoken, procedureView } from './procedure.ts'
import { signoffView } from './signoff.ts'
import { openDeskWriter, versionsOf } from './write-desk.ts'

/** The desks of a project, for the pages on which they are built. It must not know HTTP. */
export type Desks = {
  readonly list: () => Promise<readonly DeskLine[]>
  readonly procedure: (desk: string) => Promise<ProcedureView>
  readonly signoff: (desk: string) => Promise<SignoffView>
  /** the text to paste into a chat */
  readonly prompt: (desk: string) => Promise<string>
  readonly edit: (post: z.infer<typeof EditPost>) => Promise<EditResult>
  readonly create: (desk: string, sop: string) => Promise<{ readonly desk: string }>
}

export function openDesks(workingFolder: string): Desks {
  const write = openDeskWriter()
  const writtenFolder = async (desk: string): Promise<CompileFolder> => ({
    ...(await readCompileFolder(deskDir(desk, workingFolder), workingFolder)),
    name: desk,
  })
  // A text that an editor changed is shown as the next edit will write it.
  const open = async (desk: string) => {
    const { folder } = settle(await writtenFolder(desk))
    return { folder, versions: versionsOf(folder.files) }
  }
  return {
    list: async () =>
      Promise.all(
        [...deskPlaces(workingFolder)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([desk, dir]) => deskLine(desk, dir, workingFolder)),
      ),
    procedure: async (desk) => {
      const { folder, versions } = await open(desk)
      return procedureView(folder, versions)
    },
    signoff: async (desk) => {
      const { folder, versions } = await open(desk)
      return signoffView(folder, folder.files, versions)
    },
    prompt: async (desk) => promptOfFolder((await open(desk)).folder),
    edit: async ({ desk, based_on, dry, edit }) =>
      write({
        dir: notLinked(deskDir(desk, workingFolder), workingFolder),
        basedOn: based_on,
        dry,
        edit: async (files) => filesOfEdit(await writtenFolder(desk), files, edit),
      }),
    create: async (desk, sop) => {
      const dir = newDeskDir(desk, workingFolder)
      const made = newPackFiles(desk, `${sop.replaceAll('\r\n', '\n').trimEnd()}\n`)
      if (made === null)
        throw usageError('wrong-file', 'The text holds no sentence.', 'Paste the text of a procedure.')
      for (const [file, text] of made.texts) await replaceText(join(dir, file), text, dir)
      return { desk }
    },
  }
}

async function deskLine(desk: string, dir: string, workingFolder: string): Promise<DeskLine> {
  try {
    const files = await readPackFiles(dir)
    const { folder } = settle(await readCompileFolder(dir, workingFolder))
    const state = stateOfFolder(folder)
    const gaps = isUnspoken(folder) ? [] : state.gaps
    const open = [...state.lines, ...gaps].filter((each) => each.open !== null).length
    const bare = outlineOfFiles(files) === null
    return {
      desk,
      title: folder.sop.sections[0]?.title || null,
      state: bare ? 'bare' : isDraft(state) ? 'draft' : 'accepted',
      sentences: state.lines.length,
      open: bare ? 0 : open,
    }
  } catch {
    return { desk, title: null, state: 'broken', sentences: 0, open: 0 }
  }
}

/**
 * The desks that may be edited, by id: those of the project, never the ones that come with SAGE. An id is looked up here and
 * never taken for a path, so nothing of a request reaches the file system.
 */
function deskPlaces(workingFolder: string): ReadonlyMap<string, string> {
  const shipped = join(packageRoot(), 'packs')
  const isShipped = (dir: string): boolean =>
    dir.startsWith(shipped) && resolve(workingFolder) !== packageRoot()
  const known = knownPacks(workingFolder).map(({ name, dir }) => ({ name: packIdIn(dir) ?? name, dir }))
  const own = [...known, ...projectPacks(workingFolder)].filter(({ dir }) => !isShipped(dir))
  return new Map(own.map(({ name, dir }) => [name, dir]))
}

function deskDir(desk: string, workingFolder: string): string {
  const dir = deskPlaces(workingFolder).get(desk)
  if (dir !== undefined) return dir
  throw usageError(
    'unknown-pack',
    `"${desk}" is not a desk of this project.`,
    'Desks of a project are in packs/, or named under packs: in sage.yaml. Packs that come with SAGE are not edited.',
  )
}

const DESK_ID = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Where a new desk goes; refused if the name is taken or is no id. */
function newDeskDir(desk: string, workingFolder: string): string {
  if (!DESK_ID.test(desk))
    throw usageError(
      'usage',
      `"${desk}" is not a name for a desk.`,
      'Use lower-case letters, digits and hyphens, like my-desk.',
    )
  if (knownPacks(workingFolder).some(({ name, dir }) => name === desk || packIdIn(dir) === desk))
    throw usageError('pack-exists', `There is a desk "${desk}" already.`, 'Choose another name.')
  return notLinked(join(resolve(workingFolder), 'packs', desk), workingFolder)
}

/** What a page writes stays in the project: behind a link lies something else. */
function notLinked(dir: string, workingFolder: string): string {
  const packs = join(resolve(workingFolder), 'packs')
  const isLink = (folder: string) => lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true
  const link = [dir, ...(dirname(dir) === packs ? [packs] : [])].find(isLink)
  if (link === undefined) return dir
  throw usageError(
    'pack-link',
    `${link} is a link; pages write nothing behind it.`,
    'Open the studio in the project that the desk is in.',
  )
}
