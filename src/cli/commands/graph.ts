import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import type { Pack } from '../../cases/case.ts'
import { DRAW_FORMATS } from '../../report/graph-drawing/draw-graph.ts'
import type { Marks } from '../../report/graph-drawing/draw-model.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { writeText } from '../../runner/files/write-text.ts'
import { coverPack } from '../../runner/jobs/cover/cover.ts'
import { graphInWords } from '../../runner/packs/graph-in-words.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { findTrial } from '../../runner/runs/stored-trials.ts'
import { readScore } from '../../storage/stored-score.ts'
import { atOurDesk } from '../../verdicts/model/score.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { oneOf } from '../terminal/options.ts'
import { storeOption, withStore } from '../terminal/store-option.ts'

/** Not a drawing: the graph's file said in words. */
const WORDS = 'words'
const NAMES = [...Object.keys(DRAW_FORMATS), WORDS]
const Options = z.strictObject({
  format: z.string(),
  output: z.string().optional(),
  coverage: z.boolean().default(false),
  trial: z.string().optional(),
  store: z.string(),
})

export const defineGraph: DefineCommand = (command, does) =>
  command
    .argument('<pack>', 'id or folder')
    .option('--format <name>', NAMES.join(', '), oneOf(NAMES), 'mermaid')
    .option('-o, --output <file>', 'write to this file instead of stdout')
    .option('--coverage', 'show how often the pack’s cases exercise each step and edge')
    .option('--trial <id>', 'show the path that a stored trial took, and the correct path')
    .addOption(storeOption())
    .addHelpText(
      'after',
      examples([
        ['sage graph ./my-desk', 'Mermaid text, to paste into a page'],
        ['sage graph ./my-desk --format svg -o graph.svg', 'a picture'],
        [
          'sage graph ./my-desk --format words',
          'what the graph makes of each sentence, and each procedure in order',
        ],
        ['sage graph ./my-desk --coverage --format svg -o cover.svg', 'with coverage by the pack’s cases'],
      ]),
    )
    .action(does(graph))

async function graph({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { format, output, ...marked } = Options.parse(options)
  const { dir } = placeOfPack(z.string().parse(words[0]), workingFolder)
  if (format === WORDS) return inWords(dir, { output, workingFolder })
  const pack = await loadPack(dir)
  const drawn = DRAW_FORMATS[format]?.(pack.graph, await marksOf(pack, marked, workingFolder)) ?? ''
  const file = output === undefined ? null : await writeText(output, drawn, workingFolder)
  const json = { pack: pack.id, format, file, ...(file === null ? { graph: drawn } : {}) }
  return { json, text: file === null ? drawn : `wrote ${file}`, exit: EXIT.ok }
}

type Output = { readonly output: string | undefined; readonly workingFolder: string }

/** Needs no cases and no sound graph: an author looks at it before both are there. */
async function inWords(dir: string, { output, workingFolder }: Output): Promise<Answer> {
  const { text, json } = await graphInWords(dir)
  const file = output === undefined ? null : await writeText(output, text, workingFolder)
  return {
    json: { ...json, format: WORDS, file },
    text: file === null ? text : `wrote ${file}`,
    exit: EXIT.ok,
  }
}

type Marked = { readonly coverage: boolean; readonly trial?: string | undefined; readonly store: string }

async function marksOf(pack: Pack, marked: Marked, workingFolder: string): Promise<Marks> {
  const counts = marked.coverage ? { counts: (await coverPack(pack)).coverage.counts } : {}
  if (marked.trial === undefined) return counts
  const named = marked.trial
  return withStore({ named: marked.store, workingFolder }, async (store) => {
    const { score, trial } = await findTrial(store, named)
    const path = atOurDesk(readScore(score, trial))?.path
    return path == null ? counts : { ...counts, truePath: path.true_path, taken: path.taken }
  })
}
