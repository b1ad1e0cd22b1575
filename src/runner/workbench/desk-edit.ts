import { z } from 'zod'
import { assertNever } from '../../base/assert.ts'
import { Addition, Meaning } from '../../compile/compose/meaning.ts'
import { changeText } from '../packs/change-text.ts'
import type { CompileFolder } from '../packs/compile-folder.ts'
import {
  acceptClauses,
  acceptGaps,
  changeSlot,
  markAside,
  markWrong,
  settleText,
} from '../packs/edit-outline.ts'
import { checkAnswer, isUsable, proposalEdit } from '../packs/propose-folder.ts'
import { sayInFolder, unsayInFolder } from '../packs/say-sentence.ts'
import { CaseEntry, caseEdit, caseRemoval } from './cases.ts'
import { answerQuestion } from './signoff.ts'
import type { DeskEditFiles } from './write-desk.ts'

const by = z.string().trim().min(1, 'say who accepts this').max(120)
const clause = z.string().max(200)
const text = z.string().max(400_000)

/** Everything a page can change, each a change of ordinary files. */
export const DeskEdit = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('accept'), clauses: z.array(clause).min(1).max(5_000), by }),
  z.strictObject({ do: z.literal('aside'), clause, kind: z.enum(['fact', 'tone']), by }),
  z.strictObject({ do: z.literal('say'), clause, meaning: Meaning, add: z.array(Addition).max(40) }),
  z.strictObject({ do: z.literal('unsay'), clause }),
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

/**
 * The files an edit changes, by the functions the command line uses. A text that was changed since is settled first: its new
 * numbers and unread sentences are written with the edit.
 */
export async function filesOfEdit(
  written: CompileFolder,
  files: Files,
  edit: DeskEdit,
): Promise<DeskEditFiles> {
  const settled = settleText(written)
  const made = await editOf(settled.folder, new Map([...files, ...settled.files]), edit)
  return made.kind === 'refused' ? made : { ...made, files: new Map([...settled.files, ...made.files]) }
}

async function editOf(folder: CompileFolder, files: Files, edit: DeskEdit): Promise<DeskEditFiles> {
  switch (edit.do) {
    case 'accept':
      return acceptClauses(folder, edit.clauses, edit.by)
    case 'aside':
      return markAside(folder, edit.clause, edit)
    case 'wrong':
      return markWrong(folder, edit.clause)
    case 'say':
      return sayInFolder(folder, files, edit)
    case 'unsay':
      return unsayInFolder(folder, files, edit.clause)
    case 'accept-gaps':
      return acceptGaps(folder, edit.items, edit.by)
    case 'slot':
      return changeSlot(folder, edit, edit.to)
    case 'sop':
      return edit.text.trim() === ''
        ? { kind: 'refused', because: ['The procedure would be empty.'] }
        : { kind: 'edit', ...changeText(folder, files, withLineEnd(edit.text)) }
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
