import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import type { ModelSource, ModelWatch } from '../../models/chat-model.ts'
import type { OwnProviders } from '../../models/known-providers.ts'
import { sectionsToText } from '../../report/render/sections-to-text.ts'
import { textTable } from '../../report/render/text-table.ts'
import { validitySection } from '../../report/render/validity-section.ts'
import { type Rejudged, rejudge } from '../../runner/jobs/rejudge/rejudge.ts'
import { makeJudge } from '../../runner/judges/judge-kinds.ts'
import { sopsOfRun } from '../../runner/runs/judge-sop.ts'
import { reportRun } from '../../runner/runs/report-run.ts'
import { outsideOf } from '../../runner/runs/run-outside.ts'
import { findRun } from '../../runner/runs/stored-trials.ts'
import { openModelCosts } from '../../runner/settings/model-costs.ts'
import { ownProviders, projectSettings } from '../../runner/settings/project-settings.ts'
import {
  DEFAULT_STORE,
  openStore,
  STORE_HELP,
  storePlace,
  withoutPassword,
} from '../../storage/open/open-store.ts'
import { type Answer, type Asked, type DefineCommand, examples, STOPPED_BY } from '../terminal/command.ts'
import { confirmImported } from '../terminal/confirm-imported.ts'
import { repeated, wholeNumber } from '../terminal/options.ts'
import { stopOnSignal } from '../terminal/stop-signals.ts'
import type { Terminal } from '../terminal/terminal.ts'

const Options = z.strictObject({
  judge: z.array(z.string()),
  store: z.string(),
  concurrency: z.int(),
  yes: z.boolean().default(false),
  config: z.string().optional(),
})
const CONCURRENCY = 8

export const defineRejudge: DefineCommand = (command, does) =>
  command
    .argument('<run>', 'id of a finished run, or latest')
    .requiredOption(
      '--judge <who>',
      'who rates the messages: lexical, or a model as provider:name; repeatable',
      repeated,
    )
    .option(
      '--concurrency <n>',
      'conversations judged at the same time',
      wholeNumber({ min: 1, max: 1000 }),
      CONCURRENCY,
    )
    .option('--store <place>', STORE_HELP, withoutPassword, DEFAULT_STORE)
    .option('--config <file>', 'settings file with providers and prices (default: sage.yaml, if it exists)')
    .option('--yes', 'rejudge an imported run without asking where its text may go')
    .addHelpText(
      'after',
      `${examples([
        [
          'sage rejudge latest --judge anthropic:claude-sonnet-4-5',
          'a model rates the stored conversations; none is replayed',
        ],
        [
          'sage rejudge <run> --judge openai:gpt-5 --judge google:gemini-2.5-pro',
          'two judges: also shows how well they agree, and whether one favours itself',
        ],
      ])}
A judge gets the messages of both parties and the SOP. It gets no tool calls and no names of agents or models.
Messages that a judge already rated with the same prompt are skipped. Ratings are diagnostic until you calibrate the
judge with sage calibrate. Exit codes: 0 rated; 2 wrong usage; 3 no judge gave a rating; ${STOPPED_BY}
(ratings so far are stored).
`,
    )
    .action(does((asked) => rejudgeWith(asked, providers)))

/** Models as the settings of the folder reach them; nothing is loaded for `lexical`. */
async function providers(workingFolder: string, config: string | undefined): Promise<ModelSource> {
  const { openModels } = await import('../../models/providers/open-models.ts')
  const settings = await projectSettings(workingFolder, config)
  return openModels({ env: process.env, providers: ownProviders(settings.providers) })
}

/** `modelsOf` is the door to models: a test stands in it. */
export async function rejudgeWith(
  { words, options, terminal, workingFolder }: Asked,
  modelsOf: (workingFolder: string, config: string | undefined) => Promise<ModelSource>,
): Promise<Answer> {
  const { judge, store, concurrency, yes, config } = Options.parse(options)
  const settings = await projectSettings(workingFolder, config)
  const costs = await openModelCosts(settings.prices ?? [])
  const judges = await judgesOf(judge, costs.watch, () => modelsOf(workingFolder, config))
  const opened = await openStore(storePlace(store, workingFolder), 'read')
  const stop = stopOnSignal()
  try {
    const run = await findRun(opened, z.string().parse(words[0]))
    if (run.imported !== null && !yes)
      await mayAsk(run.id, judge, { terminal, providers: ownProviders(settings.providers) })
    const progress = progressOf(terminal)
    const rejudged = await rejudge(opened, run, {
      judges,
      sopOf: sopsOfRun(run),
      concurrency,
      clock: Date.now,
      signal: stop.signal,
      onProgress: progress.show,
    })
    progress.done()
    const { report } = await reportRun(opened, run.id, null)
    return {
      json: {
        ...rejudged,
        usage: costs.uses().map((use) => ({ role: 'judge', ...use })),
        validity: report.validity,
      },
      text: [sayJudges(rejudged), ...costs.say(), sectionsToText([validitySection(report)])].join('\n\n'),
      exit: stop.code() ?? EXIT.ok,
    }
  } finally {
    stop.close()
    await opened.close()
  }
}

/** The judges are the caller's, the conversations and the folders of the packs are the file's. */
async function mayAsk(
  run: RunId,
  judges: readonly string[],
  { terminal, providers: own }: { readonly terminal: Terminal; readonly providers: OwnProviders },
): Promise<void> {
  const outside = outsideOf({
    agents: [],
    customer: 'scripted',
    reader: 'lexical',
    judges,
    providers: own,
  })
  if (outside.length === 0 || (await confirmImported(terminal)(run, outside))) return
  throw usageError(
    'imported-run',
    `Run ${run} was imported. Its conversations and SOPs would be sent:\n${outside.map((line) => `  ${line}`).join('\n')}`,
    'If that is what you want, add --yes.',
  )
}

async function judgesOf(names: readonly string[], watch: ModelWatch, modelsOf: () => Promise<ModelSource>) {
  const models = await modelsOf()
  return [...new Set(names)].map((name) => makeJudge(name, models, watch))
}

function sayJudges({ run, judges }: Rejudged): string {
  const rows = judges.map(({ judge, asked, before, rated, notRated }) => [
    judge,
    ...[asked, before, rated].map(String),
    Object.entries(notRated)
      .map(([because, times]) => `${times} ${because}`)
      .join(', ') || 'none',
  ])
  const head = ['judge', 'conversations', 'rated before', 'ratings', 'not given']
  return `Run ${run}\n${textTable([head, ...rows])}`
}

/** One line drawn over and over for a person, one quiet line for a log. */
function progressOf(terminal: Terminal): {
  readonly show: (progress: { readonly done: number; readonly of: number }) => void
  readonly done: () => void
} {
  let said = false
  return {
    show: ({ done, of }) => {
      if (terminal.live) terminal.err(`\r\u001b[2K${done}/${of} conversations judged`)
      else if (!said) terminal.err(`sage: judging ${of} conversations\n`)
      said = true
    },
    done: () => terminal.err(terminal.live ? '\r\u001b[2K' : ''),
  }
}
