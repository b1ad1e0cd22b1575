import { join } from 'node:path'
import type { z } from 'zod'
import { usageError } from '../../base/error.ts'
import { isDraft } from '../../compile/outline/outline-state.ts'
import type {
  CasePreview,
  CasesView,
  DeskLine,
  DeskProblem,
  EditResult,
  ProcedureView,
  SignoffView,
} from '../../report/studio-views/desk-view.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { replaceText } from '../files/replace-text.ts'
import { checkPackFolder } from '../packs/check-pack-folder.ts'
import { type CompileFolder, readCompileFolder, stateOfFolder } from '../packs/compile-folder.ts'
import { settleText } from '../packs/edit-outline.ts'
import { newPackFiles } from '../packs/new-pack.ts'
import { outlineOfFiles } from '../packs/outline-folder.ts'
import { promptOfFolder } from '../packs/propose-folder.ts'
import { type CaseEntry, casesView } from './cases.ts'
import { type EditPost, filesOfEdit } from './desk-edit.ts'
import { deskDir, deskPlaces, newDeskDir } from './desk-places.ts'
import { previewCase } from './preview-case.ts'
import { deskProblem, isUnspoken, procedureView } from './procedure.ts'
import { signoffView } from './signoff.ts'
import { openDeskWriter } from './write-desk.ts'

/** The desks of a project, for the pages on which they are built. It must not know HTTP. */
export type Desks = {
  readonly list: () => Promise<readonly DeskLine[]>
  readonly procedure: (desk: string) => Promise<ProcedureView>
  readonly signoff: (desk: string) => Promise<SignoffView>
  readonly cases: (desk: string) => Promise<CasesView>
  /** everything `sage pack check` says of it */
  readonly check: (desk: string) => Promise<readonly DeskProblem[]>
  readonly preview: (desk: string, entry: CaseEntry) => Promise<CasePreview>
  /** the text to paste into a chat */
  readonly prompt: (desk: string) => Promise<string>
  readonly edit: (post: z.infer<typeof EditPost>) => Promise<EditResult>
  readonly create: (desk: string, sop: string) => Promise<{ readonly desk: string }>
}

export function openDesks(workingFolder: string): Desks {
  const writer = openDeskWriter()
  const open = async (desk: string) => {
    const dir = deskDir(desk, workingFolder)
    const files = await readPackFiles(dir)
    return { dir, files, versions: writer.versionsOf(files) }
  }
  const writtenFolder = async (dir: string, desk: string): Promise<CompileFolder> => ({
    ...(await readCompileFolder(dir, workingFolder)),
    name: desk,
  })
  // A text that an editor changed is shown as the next edit will write it: one new sentence opens one line.
  const folderOf = async (dir: string, desk: string): Promise<CompileFolder> =>
    settleText(await writtenFolder(dir, desk)).folder
  return {
    list: async () =>
      Promise.all(
        [...deskPlaces(workingFolder)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([desk, dir]) => deskLine(desk, dir, workingFolder)),
      ),
    procedure: async (desk) => {
      const { dir, versions } = await open(desk)
      return procedureView(await folderOf(dir, desk), versions)
    },
    signoff: async (desk) => {
      const { dir, files, versions } = await open(desk)
      return signoffView(await folderOf(dir, desk), files, versions)
    },
    cases: async (desk) => {
      const { dir, files, versions } = await open(desk)
      return casesView(desk, settledFiles(await writtenFolder(dir, desk), files), versions)
    },
    check: async (desk) =>
      (await checkPackFolder(deskDir(desk, workingFolder), workingFolder)).map(deskProblem),
    preview: async (desk, entry) => {
      const { dir, files } = await open(desk)
      return previewCase(settledFiles(await writtenFolder(dir, desk), files), entry)
    },
    prompt: async (desk) => promptOfFolder(await folderOf(deskDir(desk, workingFolder), desk)),
    edit: async ({ desk, based_on, dry, edit }) => {
      const dir = deskDir(desk, workingFolder)
      return writer.write({
        dir,
        basedOn: based_on,
        dry,
        edit: async (files) => filesOfEdit(await writtenFolder(dir, desk), files, edit),
      })
    },
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

const settledFiles = (
  folder: CompileFolder,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => new Map([...files, ...settleText(folder).files])

async function deskLine(desk: string, dir: string, workingFolder: string): Promise<DeskLine> {
  try {
    const files = await readPackFiles(dir)
    const { folder } = settleText(await readCompileFolder(dir, workingFolder))
    const state = stateOfFolder(folder)
    const gaps = isUnspoken(folder) ? [] : state.gaps
    const open = [...state.lines, ...gaps].filter((each) => each.open !== null).length
    const bare = outlineOfFiles(files) === null
    const cases = [...files]
      .filter(([file]) => file.startsWith('cases/'))
      .reduce((sum, [, text]) => sum + (text.match(/^- /gm)?.length ?? 0), 0)
    return {
      desk,
      title: folder.sop.sections[0]?.title || null,
      state: bare ? 'bare' : isDraft(state) ? 'draft' : 'accepted',
      sentences: state.lines.length,
      open: bare ? 0 : open,
      cases,
    }
  } catch {
    return { desk, title: null, state: 'broken', sentences: 0, open: 0, cases: 0 }
  }
}
