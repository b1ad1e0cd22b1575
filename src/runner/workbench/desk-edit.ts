import { z } from 'zod'
import { assertNever } from '../../base/assert.ts'
import { differencesOf } from '../../compile/review/differences.ts'
import type { CompileFolder } from '../packs/compile-folder.ts'
import { accept, markWrong, settle } from '../packs/edit-outline.ts'
import { checkAnswer, isUntouched, isUsable, proposalEdit } from '../packs/propose-folder.ts'
import { answerQuestion } from './signoff.ts'
import type { DeskEditFiles } from './write-desk.ts'

/** Everything a page can change, each a change of ordinary files. One line an edit: nothing accepts two (L12). */
const DeskEdit = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('accept'),
    name: z.string().max(500),
    is: z.enum(['figure', 'kind']),
    word: z.string().max(200),
    by: z.string().trim().min(1, 'say who accepts this').max(120),
  }),
  z.strictObject({ do: z.literal('wrong'), name: z.string().max(500) }),
  z.strictObject({ do: z.literal('answer'), text: z.string().max(400_000) }),
  z.strictObject({
    do: z.literal('signoff'),
    question: z.string().max(1_000),
    chosen: z.union([z.int().min(0), z.literal('none'), z.null()]),
  }),
])
type DeskEdit = z.infer<typeof DeskEdit>

export const EditPost = z.strictObject({
  desk: z.string().max(200),
  based_on: z.record(z.string().max(500), z.string().length(64)),
  dry: z.boolean(),
  edit: DeskEdit,
})

type Files = ReadonlyMap<string, string>

/**
 * The files an edit changes, by the functions the command line uses. A text that was changed since is settled first: its new
 * numbers are written with the edit.
 */
export function filesOfEdit(written: CompileFolder, files: Files, edit: DeskEdit): DeskEditFiles {
  const settled = settle(written)
  const made = editOf(settled.folder, new Map([...files, ...settled.files]), edit)
  return made.kind === 'refused' ? made : { ...made, files: new Map([...settled.files, ...made.files]) }
}

function editOf(folder: CompileFolder, files: Files, edit: DeskEdit): DeskEditFiles {
  switch (edit.do) {
    case 'accept':
      return accept(folder, edit.name, { by: edit.by, given: edit })
    case 'wrong':
      return markWrong(folder, edit.name)
    case 'answer':
      return answerFiles(folder, edit.text)
    case 'signoff':
      return answerQuestion(folder, files, edit)
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
  if (edit === null || edit.kind === 'refused')
    return edit ?? { kind: 'refused', because: ['The answer holds no graph.'] }
  const [before, after] = [folder.graph, edit.folder.graph]
  // On a new desk everything differs: every sentence was set aside.
  if (before === null || after === null || isUntouched(folder)) return edit
  return { ...edit, differences: differencesOf(before, after, edit.folder.lexicon).clauses }
}
