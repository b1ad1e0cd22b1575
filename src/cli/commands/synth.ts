import { relative, resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import type { Pack } from '../../cases/case.ts'
import type { CasePlan } from '../../cases/plan-cases.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import type { RewordingEstimate } from '../../runner/jobs/synth/estimate-rewording.ts'
import type { Synthesised } from '../../runner/jobs/synth/synth.ts'
import { SYNTH_FORMATS } from '../../runner/jobs/synth/synth-files.ts'
import { openModelCosts } from '../../runner/settings/model-costs.ts'
import { ownProviders, projectSettings } from '../../runner/settings/project-settings.ts'
import { type Answer, type Asked, type DefineCommand, examples, STOPPED_BY } from '../terminal/command.ts'
import { oneOf, wholeNumber } from '../terminal/options.ts'
import { stopOnSignal } from '../terminal/stop-signals.ts'

const Options = z.strictObject({
  number: z.int(),
  format: z.enum(SYNTH_FORMATS),
  output: z.string(),
  seed: z.int(),
  faults: z.number(),
  model: z.string().optional(),
  concurrency: z.int(),
  dryRun: z.boolean().default(false),
  config: z.string().optional(),
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
    .option(
      '--seed <n>',
      'the same seed gives the same dialogues',
      wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      1,
    )
    .option('--model <provider:name>', 'a model says both sides in other words: one call a dialogue')
    .option(
      '--concurrency <n>',
      'dialogues that a model words at the same time',
      wholeNumber({ min: 1, max: 1000 }),
      8,
    )
    .option('--dry-run', 'say what would be sent to the model and what it would cost; send and write nothing')
    .option('--config <file>', 'settings file with providers and prices (default: sage.yaml, if it exists)')
    .addHelpText(
      'after',
      `${examples([
        ['sage synth lunchbox -n 300', 'dialogues with steps, clauses and faults labelled'],
        [
          'sage synth ./my-desk -n 5000 --format openai -o corpus',
          'files for fine-tuning, labels beside them',
        ],
        [
          'sage synth lunchbox -n 300 --model openai:gpt-5-mini --dry-run',
          'what a model would be sent, and what it would cost',
        ],
      ])}
Customers follow planned cases: every path first, then boundaries, tactics and intensities; the agent follows the graph, in each voice of
the pack. A dialogue is kept only if it scores clean when it is scored again; one with a planted fault only if exactly that fault is named.
Dialogues of one path are all in train or all in test.
No model is called without --model. With it, a message takes the model's words only if it still does the same, and a dialogue only if it
scores as before; else the first words stay. Keys come from the environment. See docs/synth.md.
Exit codes: 0 written; 2 wrong usage or files; 3 a provider failed; ${STOPPED_BY} (what was made so far is written).
`,
    )
    .action(does((asked) => synthWith(asked, providers)))

type ModelsOf = (workingFolder: string, config: string | undefined) => Promise<ModelSource>

/** Models as the settings of the folder reach them; nothing is loaded where none is asked for. */
async function providers(workingFolder: string, config: string | undefined): Promise<ModelSource> {
  const { openModels } = await import('../../models/providers/open-models.ts')
  const settings = await projectSettings(workingFolder, config)
  return openModels({ env: process.env, providers: ownProviders(settings.providers) })
}

async function synthWith({ words, options, workingFolder }: Asked, modelsOf: ModelsOf): Promise<Answer> {
  const asked = Options.parse(options)
  const openWriter = async (model: string, config: string | undefined) => {
    const { prices } = await projectSettings(workingFolder, config)
    const costs = await openModelCosts(prices ?? [])
    return { costs, model: (await modelsOf(workingFolder, config))(model, {}, costs.watch) }
  }
  const { loadAcceptedPack } = await import('../../runner/packs/load-pack.ts')
  const { planPack } = await import('../../runner/packs/load-cases.ts')
  const pack = await loadAcceptedPack(placeOfPack(z.string().parse(words[0]), workingFolder).dir)
  const plan = planPack(pack, { size: 'full', seed: asked.seed })
  if (asked.dryRun) return estimate(asked, { pack, plan, workingFolder })
  const { synthesise } = await import('../../runner/jobs/synth/synth.ts')
  const { openSynthFiles } = await import('../../runner/jobs/synth/synth-files.ts')
  const writer = asked.model === undefined ? null : await openWriter(asked.model, asked.config)
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
      ...(writer === null ? {} : { rewording: { model: writer.model, concurrency: asked.concurrency } }),
    })
    const names = (await files.close()).map((file) => relative(workingFolder, file))
    const perSecond = made.dialogues / Math.max(0.001, (performance.now() - startedAt) / 1000)
    return {
      json: {
        ...made,
        path: asked.output,
        files: names,
        per_second: Math.round(perSecond),
        usage: writer?.costs.uses() ?? [],
      },
      text: sayMade(made, {
        ...asked,
        perSecond,
        names,
        costs: writer?.costs.say() ?? [],
        stopped: stop.signal.aborted,
      }),
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
  readonly costs: readonly string[]
  readonly stopped: boolean
}

function sayMade(made: Synthesised, { number, model, perSecond, names, costs, stopped }: Said): string {
  const { paths_covered: paths, left_out: left, distinct_3: distinct, reworded } = made
  const short = stopped ? 'it was stopped.' : 'this desk has no more to say without repeating itself.'
  return [
    `${made.dialogues} dialogues: ${made.right} right, ${made.faulty} with one planted fault; ${made.train} to train, ${made.test} to test.`,
    ...(made.dialogues < number ? [`${number} were asked for: ${short}`] : []),
    `Paths:    ${paths.hit} of ${paths.of} planned paths`,
    `Words:    distinct-3 ${distinct.all.toFixed(2)}, the agent alone ${distinct.agent.toFixed(2)}`,
    `Left out: ${left.unclean} that did not score clean, ${left.duplicates} near-duplicates`,
    ...(reworded === null
      ? []
      : [
          `Reworded: ${reworded.hits} of ${reworded.of} messages by ${model}; the others kept their words${reworded.unusable === 0 ? '' : `; ${reworded.unusable} answers could not be used`}`,
          `Cost:     ${costs.join(' ') || 'no call was made.'}`,
        ]),
    `Speed:    ${Math.round(perSecond)} dialogues a second${reworded === null ? ', no model called' : ''}`,
    `Written:  ${names.join(', ')}`,
  ].join('\n')
}

type Estimating = {
  readonly pack: Pack
  readonly plan: CasePlan
  readonly workingFolder: string
}

/** What a model would be sent. Nothing is sent and nothing is written. */
async function estimate(asked: Options, { pack, plan, workingFolder }: Estimating): Promise<Answer> {
  const { model, config, number: n, seed, faults } = asked
  if (model === undefined)
    return {
      json: { dry_run: true, dialogues: n, calls: 0, cost_usd: 0 },
      text: `${n} dialogues, no model calls: nothing leaves this machine. Dry run: nothing was written.`,
      exit: EXIT.ok,
    }
  const { estimateRewording } = await import('../../runner/jobs/synth/estimate-rewording.ts')
  const { loadPrices } = await import('../../runner/settings/load-prices.ts')
  const settings = await projectSettings(workingFolder, config)
  const prices = await loadPrices(settings.prices ?? [])
  const estimated = await estimateRewording(pack, plan, { wishes: { n, seed, faults }, model, prices })
  return { json: { dry_run: true, model, ...estimated }, text: sayEstimate(estimated, model), exit: EXIT.ok }
}

const sayEstimate = (
  { dialogues, calls, input_tokens: sent, output_tokens: received, cost_usd: usd, first }: RewordingEstimate,
  model: string,
): string =>
  [
    `${dialogues} dialogues, at most ${calls} calls to ${model}: about ${sent} tokens sent, ${received} received; cost: ${usd === null ? 'unknown price' : `${usd.toFixed(2)} USD`}.`,
    'Sent are the messages of both parties as they were made here: no SOP, no graph, no card, no tool call. Estimated from the first dialogues.',
    'Dry run: nothing was sent or written.',
    ...(first === null ? [] : ['', 'The first call:', '', first.system, '', first.message]),
  ].join('\n')
