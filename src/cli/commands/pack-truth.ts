import { join } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { readCsv } from '../../base/files/csv.ts'
import { printTruthForm, truthForm } from '../../cases/truth-form.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { readTextIfThere } from '../../runner/files/read-text.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import type { Answer, Asked } from '../terminal/command.ts'

const Options = z.strictObject({ form: z.boolean().default(false) })

/** `sage pack truth`: how many rows the pack's truth.csv has, or the form for its writer. */
export async function packTruth({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { form: wanted } = Options.parse(options)
  const pack = await loadPack(placeOfPack(z.string().parse(words[0]), workingFolder).dir)
  if (wanted) {
    const form = truthForm(pack)
    return { json: form, text: printTruthForm(form), exit: EXIT.ok }
  }
  const text = await readTextIfThere(join(pack.dir, 'truth.csv'))
  const rows = text === undefined ? 0 : readCsv('truth.csv', text).rows.length
  return {
    json: { pack: pack.id, rows },
    text:
      rows === 0
        ? `${pack.id} has no truth.csv. The form for its writer: sage pack truth ${pack.id} --form`
        : `${pack.id}: ${rows} situations in truth.csv. sage pack check ${pack.id} compares them with the graph.`,
    exit: EXIT.ok,
  }
}
