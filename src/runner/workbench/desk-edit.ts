import { z } from 'zod'
import { assertNever } from '../../base/assert.ts'
import type { CompileFolder } from '../packs/compile-folder.ts'
import {
  acceptClauses,
  acceptGaps,
  changeSlot,
  type FolderEdit,
  markFact,
  markWrong,
} from '../packs/edit-outline.ts'
import { checkAnswer, isUsable, proposalEdit } from '../packs/propose-folder.ts'
import { CaseEntry, caseEdit, caseRemoval } from './cases.ts'
import { answerQuestion } from './signoff.ts'
import type { DeskEditFiles } from './write-desk.ts'

const by = z.string().trim().min(1, 'say who accepts this').max(120)
const clause = z.string().max(200)
const text = z.string().max(400_000)

/** Everything a page can change, each a change of ordinary files. */
export const DeskEdit = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('accept'), clauses: z.array(clause).min(1).max(5_000), by }),
  z.strictObject({ do: z.literal('fact'), clause, by }),
  z.strictObject({ do: z.literal('wrong'), clause }),
  z.strictObject({ do: z.literal('accept-gaps'), items: z.array(z.string().max(500)).min(1).max(5_000), by }),
  z.strictObject({
    do: z.literal('slot'),
    path: z
      .array(z.union([z.string().max(200), z.int()]))
      .min(1)
      .max(40),
    within: z.strictObject({ start: z.int().min(0), end: z.int().min(0) }).nullable(),
    to: z.string().max(2_000),
  }),
  z.strictObject({ do: z.literal('sop'), text }),
  z.strictObject({ do: z.literal('answer'), text }),
  z.strictObject({
    do: z.literal('signoff'),
    question: z.string().max(1_000),
    chosen: z.union([z.int().min(0), z.literal('none'), z.null()]),
  }),
  z.strictObject({ do: z.literal('case'), entry: CaseEntry }),
  z.strictObject({ do: z.literal('remove-case'), id: z.string().max(200) }),
])
export type DeskEdit = z.infer<typeof DeskEdit>

export const EditPost = z.strictObject({
  desk: z.string().max(200),
  based_on: z.record(z.string().max(500), z.string().length(64)),
  dry: z.boolean(),
  edit: DeskEdit,
})

type Files = ReadonlyMap<string, string>

/** The files an edit changes, by the functions the command line uses. */
export async function filesOfEdit(
  folder: CompileFolder,
  files: Files,
  edit: DeskEdit,
): Promise<DeskEditFiles> {
  switch (edit.do) {
    case 'accept':
      return kept(folder, acceptClauses(folder, edit.clauses, edit.by))
    case 'fact':
      return kept(folder, markFact(folder, edit.clause, edit.by))
    case 'wrong':
      return kept(folder, markWrong(folder, edit.clause))
    case 'accept-gaps':
      return kept(folder, acceptGaps(folder, edit.items, edit.by))
    case 'slot':
      return kept(folder, changeSlot(folder, edit, edit.to))
    case 'sop':
      return edit.text.trim() === ''
        ? { kind: 'refused', because: ['The procedure would be empty.'] }
        : { kind: 'edit', files: new Map([[folder.sop.file, withLineEnd(edit.text)]]) }
    case 'answer':
      return answerFiles(folder, edit.text)
    case 'signoff':
      return answerQuestion(folder, files, edit)
    case 'case':
      return caseEdit(files, edit.entry)
    case 'remove-case':
      return caseRemoval(files, edit.id)
    default:
      return assertNever(edit)
  }
}

/** Sentences that only moved keep their lines: their new numbers are written with the first edit (L8). */
function kept(folder: CompileFolder, edit: FolderEdit): DeskEditFiles {
  if (edit.kind === 'refused' || !folder.isRenumbered || folder.graphText === null) return edit
  return { kind: 'edit', files: new Map([['graph.yaml', folder.graphText], ...edit.files]) }
}

/** A chat's answer, through the gates; what they find is to be pasted back. */
function answerFiles(folder: CompileFolder, answer: string): DeskEditFiles {
  const checked = checkAnswer(folder, answer)
  if (!isUsable(checked))
    return {
      kind: 'refused',
      because: checked.problems
        .filter(({ severity }) => severity === 'error')
        .map(
          ({ line, message, hint }) => `line ${line}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
        ),
    }
  const edit = proposalEdit(folder, checked, 'model')
  return edit ?? { kind: 'refused', because: ['The answer holds no graph.'] }
}

const withLineEnd = (written: string): string => `${written.replaceAll('\r\n', '\n').trimEnd()}\n`
