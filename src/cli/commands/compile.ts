import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { costOf } from '../../metrics/prices.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import { readTextIfThere } from '../../runner/files/read-text.ts'
import { replaceText } from '../../runner/files/replace-text.ts'
import { checkerOf } from '../../runner/packs/check-graph-text.ts'
import {
  type CompiledFolder,
  compileFolder,
  readSopFolder,
  type SopFolder,
} from '../../runner/packs/compile-folder.ts'
import { lintFolder } from '../../runner/packs/lint-folder.ts'
import { type ByModel, type ModelHelp, resolveFolder } from '../../runner/packs/resolve-folder.ts'
import { type Review, reviewGraph } from '../../runner/packs/review-graph.ts'
import { loadPrices } from '../../runner/settings/load-prices.ts'
import { ownProviders, projectSettings } from '../../runner/settings/project-settings.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { oneOf, wholeNumber } from '../terminal/options.ts'
import { sayCompiled, sayFinding, sayModel, sayReview } from '../terminal/say-compiled.ts'
import { showProblems } from '../terminal/show-problems.ts'
import type { Terminal } from '../terminal/terminal.ts'

const PREFER = ['hand', 'text'] as const
const Options = z.strictObject({
  output: z.string().optional(),
  lint: z.boolean().default(false),
  model: z.string().optional(),
  calls: z.int(),
  budget: z.number().optional(),
  prefer: z.enum(PREFER).optional(),
})
type Options = z.infer<typeof Options>
const CALLS_MAX = 40

export const defineCompile: DefineCommand = (command, does) =>
  command
    .argument(
      '<sop.md>',
      'the procedure; world.yaml, tools.yaml and lexicon.yaml are read from the same folder',
    )
    .option('-o, --output <file>', 'write the graph to this file; keeps your edits and lists what changed')
    .option('--lint', 'only list problems of the text; do not compile')
    .option('--model <provider:name>', 'ask a model about unresolved sentences only')
    .option('--calls <n>', 'maximum number of model calls', wholeNumber({ min: 1, max: 10_000 }), CALLS_MAX)
    .option('--budget <usd>', 'maximum cost of the model calls', dollars)
    .option(
      '--prefer <side>',
      'which side wins if your edit and the text conflict: hand or text',
      oneOf(PREFER),
    )
    .addHelpText(
      'after',
      `${examples([
        ['sage compile my-desk/sop.md', 'print the graph on stdout and unresolved sentences on stderr'],
        [
          'sage compile my-desk/sop.md -o my-desk/graph.yaml',
          'write the graph; exit code 1 if a sentence is unresolved',
        ],
        [
          'sage compile my-desk/sop.md --lint',
          'find a missing else, a contradiction, a promise without a deadline ...',
        ],
        [
          'sage compile my-desk/sop.md --model openai:gpt-5 --budget 0.50',
          'let a model resolve the remaining sentences',
        ],
        ['sage compile my-desk/sop.md --json', 'counts and unresolved sentences as JSON'],
      ])}
Sentences that cannot be read are listed, and so is everything a model resolved. Always review the graph. Exit codes:
0 everything compiled and sound; 1 something is unresolved, unsound, in conflict, or found by --lint; 2 wrong usage or
files. See docs/compile.md.
`,
    )
    .action(does((asked) => compileWith(asked, providers)))

function dollars(text: string): number {
  const amount = Number(text)
  if (!(amount > 0) || !Number.isFinite(amount)) throw new InvalidArgumentError('Give dollars, like 0.50.')
  return amount
}

type ModelsOf = (workingFolder: string) => Promise<ModelSource>

/** Models as the settings of the folder reach them; nothing is loaded where none is asked for. */
async function providers(workingFolder: string): Promise<ModelSource> {
  const { openModels } = await import('../../models/providers/open-models.ts')
  const settings = await projectSettings(workingFolder)
  return openModels({ env: process.env, providers: ownProviders(settings.providers) })
}

/** `modelsOf` is the door to models: a test stands in it. */
export async function compileWith(asked: Asked, modelsOf: ModelsOf): Promise<Answer> {
  const options = Options.parse(asked.options)
  const { terminal, workingFolder } = asked
  const named = z.string().parse(asked.words[0])
  const folder = await readSopFolder(named, workingFolder)
  if (options.lint) return lint(folder, terminal)
  const help =
    options.model === undefined ? null : await helpOf(options.model, { options, workingFolder, modelsOf })
  const read = compileFolder(folder)
  const { compiled, byModel } =
    help === null ? { compiled: read.compiled, byModel: null } : await resolveFolder(read, help)
  const found = { ...read, compiled }
  terminal.err(sayCompiled(named, found))
  if (byModel !== null) terminal.err(sayModel(byModel))
  terminal.err(showProblems(compiled.problems, terminal.paint))
  return answerOf(found, byModel, { options, terminal, workingFolder })
}

type Telling = { readonly options: Options; readonly terminal: Terminal; readonly workingFolder: string }

async function answerOf(
  found: CompiledFolder,
  byModel: ByModel | null,
  { options: { output, prefer }, terminal, workingFolder }: Telling,
): Promise<Answer> {
  const { compiled, source } = found
  const { graph, unresolved, problems, counts, needs } = compiled
  // An unsound graph is shown, never written: a file that does not load would only look finished.
  const isSound = graph !== null && problems.every(({ severity }) => severity !== 'error')
  const json = { ...counts, unresolved, needs, ...(byModel === null ? {} : { model: byModel }) }
  const exit = isSound && unresolved.length === 0 ? EXIT.ok : EXIT.barNotMet
  if (!isSound || output === undefined)
    return { json: { ...json, file: null, ...(graph === null ? {} : { graph }) }, text: graph ?? '', exit }
  const existing = await readTextIfThere(resolve(workingFolder, output))
  const review = reviewGraph(
    { text: graph, sop: parseSop(source.file, source.text) },
    existing === undefined ? null : { file: output, text: existing },
    prefer ?? null,
  )
  terminal.err(sayReview(review, output, terminal.paint))
  // A hand edit that was right in the old graph may not fit the new one.
  const unfit =
    review.text === null || review.kept.length + review.conflicts.length === 0
      ? []
      : checkerOf(found)(review.text)
  terminal.err(showProblems(unfit, terminal.paint))
  const isFit = unfit.every(({ severity }) => severity !== 'error')
  const file = review.text === null || !isFit ? null : await replaceText(output, review.text, workingFolder)
  return {
    json: { ...json, file, review: withoutText(review) },
    text: file === null ? `${output} is unchanged` : `wrote ${file}`,
    exit: file !== null && review.conflicts.length === 0 ? exit : EXIT.barNotMet,
  }
}

const withoutText = ({ text: _, ...review }: Review): Omit<Review, 'text'> => review

type Asking = { readonly options: Options; readonly workingFolder: string; readonly modelsOf: ModelsOf }

async function helpOf(
  spec: string,
  { options: { calls, budget }, workingFolder, modelsOf }: Asking,
): Promise<ModelHelp> {
  const prices = await loadPrices((await projectSettings(workingFolder)).prices ?? [])
  const usdOf: ModelHelp['budget']['usdOf'] = (usage) =>
    costOf(
      spec,
      {
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        cached_tokens: usage.cachedTokens,
        reasoning_tokens: usage.reasoningTokens,
      },
      prices,
    )
  if (budget !== undefined && usdOf(NO_TOKENS) === null)
    throw usageError(
      'unknown-price',
      `The price of ${spec} is unknown, so --budget cannot be enforced.`,
      'Add its price under prices: in sage.yaml, or limit the number of calls with --calls.',
    )
  const model = (await modelsOf(workingFolder))(spec, {}, { used: () => undefined, retried: () => undefined })
  return { model, budget: { callsMax: calls, usdMax: budget ?? null, usdOf } }
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0 }

function lint(folder: SopFolder, { paint }: Terminal): Answer {
  const { clauses, findings } = lintFolder(folder)
  return {
    json: {
      clauses,
      findings: findings.map(({ at: { line, column }, ...rest }) => ({ line, column, ...rest })),
    },
    text:
      findings.length === 0 ? 'nothing found' : findings.map((one) => sayFinding(one, paint)).join('\n\n'),
    exit: findings.length === 0 ? EXIT.ok : EXIT.barNotMet,
  }
}
