import { relative, resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import type { Synthesised } from '../../runner/jobs/synth/synth.ts'
import { SYNTH_FORMATS } from '../../runner/jobs/synth/synth-files.ts'
import { type Answer, type Asked, type DefineCommand, examples, STOPPED_BY } from '../terminal/command.ts'
import { oneOf, seedNumber, wholeNumber } from '../terminal/options.ts'
import { stopOnSignal } from '../terminal/stop-signals.ts'

const Options = z.strictObject({
  number: z.int(),
  format: z.enum(SYNTH_FORMATS),
  output: z.string(),
  seed: z.int(),
  faults: z.number(),
})
type Options = z.infer<typeof Options>

function share(text: string): number {
  const number = Number(text)
  if (!/^[\d.]+$/.test(text) || !(number >= 0 && number <= 0.5))
    throw new InvalidArgumentError('It should be a number from 0 to 0.5.')
  return number
}

export const defineSynth: DefineCommand = (command, does) =>
  command
    .argument('<pack>', 'the id of a pack, or its folder')
    .requiredOption('-n, --number <n>', 'how many dialogues', wholeNumber({ min: 1, max: 10_000_000 }))
    .option('--format <name>', `what to write: ${SYNTH_FORMATS.join(', ')}`, oneOf(SYNTH_FORMATS), 'sage')
    .option('-o, --output <folder>', 'new folder for the files', 'synth')
    .option('--faults <share>', 'share of dialogues with one planted fault, 0 to 0.5', share, 0.33)
    .option('--seed <n>', 'the same seed gives the same dialogues', seedNumber, 1)
    .addHelpText(
      'after',
      `${examples([
        ['sage synth lunchbox -n 300', 'dialogues with steps, clauses and faults labelled'],
        [
          'sage synth ./my-desk -n 5000 --format openai -o corpus',
          'files for fine-tuning, labels beside them',
        ],
      ])}
Customers follow planned cases: every path first, then boundaries, tactics and intensities; the agent follows the graph, in each voice of
the pack. A dialogue is kept only if it scores clean when it is scored again; one with a planted fault only if exactly that fault is named.
Dialogues of one path are all in train or all in test.
No model is called. See docs/synth.md.
Exit codes: 0 written; 2 wrong usage or files; ${STOPPED_BY} (what was made so far is written).
`,
    )
    .action(does(synth))

async function synth({ words, options, workingFolder }: Asked): Promise<Answer> {
  const asked = Options.parse(options)
  const { loadAcceptedPack } = await import('../../runner/packs/load-pack.ts')
  const { planPack } = await import('../../runner/packs/load-cases.ts')
  const pack = await loadAcceptedPack(placeOfPack(z.string().parse(words[0]), workingFolder).dir)
  const plan = planPack(pack, { size: 'full', seed: asked.seed })
  const { synthesise } = await import('../../runner/jobs/synth/synth.ts')
  const { openSynthFiles } = await import('../../runner/jobs/synth/synth-files.ts')
  const files = openSynthFiles(resolve(workingFolder, asked.output), asked.format, pack)
  const stop = stopOnSignal()
  const startedAt = performance.now()
  try {
    const made = await synthesise(pack, plan, {
      n: asked.number,
      seed: asked.seed,
      faults: asked.faults,
      onDialogue: files.add,
      signal: stop.signal,
    })
    const names = (await files.close()).map((file) => relative(workingFolder, file))
    const perSecond = made.dialogues / Math.max(0.001, (performance.now() - startedAt) / 1000)
    return {
      json: {
        ...made,
        path: asked.output,
        files: names,
        per_second: Math.round(perSecond),
      },
      text: sayMade(made, { ...asked, perSecond, names, stopped: stop.signal.aborted }),
      exit: stop.code() ?? EXIT.ok,
    }
  } finally {
    stop.close()
    await files.close()
  }
}

type Said = Options & {
  readonly perSecond: number
  readonly names: readonly string[]
  readonly stopped: boolean
}

function sayMade(made: Synthesised, { number, perSecond, names, stopped }: Said): string {
  const { paths_covered: paths, left_out: left, distinct_3: distinct } = made
  const short = stopped ? 'it was stopped.' : 'this desk has no more to say without repeating itself.'
  return [
    `${made.dialogues} dialogues: ${made.right} right, ${made.faulty} with one planted fault; ${made.train} to train, ${made.test} to test.`,
    ...(made.dialogues < number ? [`${number} were asked for: ${short}`] : []),
    `Paths:    ${paths.hit} of ${paths.of} planned paths`,
    `Words:    distinct-3 ${distinct.all.toFixed(2)}, the agent alone ${distinct.agent.toFixed(2)}`,
    `Left out: ${left.unclean} that did not score clean, ${left.duplicates} near-duplicates`,
    `Speed:    ${Math.round(perSecond)} dialogues a second, no model called`,
    `Written:  ${names.join(', ')}`,
  ].join('\n')
}
