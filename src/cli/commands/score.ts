import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import type { Problem } from '../../base/files/problem.ts'
import { SAGE, showCommand } from '../../base/shell.ts'
import type { Pack } from '../../cases/case.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import { sectionsToText } from '../../report/render/sections-to-text.ts'
import { textTable } from '../../report/render/text-table.ts'
import { validitySection } from '../../report/render/validity-section.ts'
import { countVerdicts, type VerdictCounts } from '../../report/result/verdict-counts.ts'
import type { AgentKinds } from '../../runner/agents/kinds.ts'
import { makeReader } from '../../runner/agents/parties.ts'
import { readerVersion } from '../../runner/agents/party-settings.ts'
import { runId } from '../../runner/engine/run-id.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { openDesks } from '../../runner/jobs/score/desks.ts'
import { openLabelFindings, sayFindings } from '../../runner/jobs/score/label-findings.ts'
import { type Rejudged, rejudge } from '../../runner/jobs/score/rejudge.ts'
import { reread } from '../../runner/jobs/score/reread.ts'
import { compareLabels, labelsFor, sayAgreement } from '../../runner/jobs/score/score-labels.ts'
import { type Named, type StoredAt, scoreSources, sortNames } from '../../runner/jobs/score/score-sources.ts'
import { sayChanges, whatChanges } from '../../runner/jobs/score/what-changes.ts'
import { makeJudge } from '../../runner/judges/judge-kinds.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { sopsOfRun } from '../../runner/runs/judge-sop.ts'
import { reportRun } from '../../runner/runs/report-run.ts'
import { outsideOf } from '../../runner/runs/run-outside.ts'
import { findRun } from '../../runner/runs/stored-trials.ts'
import { openModelCosts } from '../../runner/settings/model-costs.ts'
import { ownProviders, projectSettings } from '../../runner/settings/project-settings.ts'
import { openStore, storePlace } from '../../storage/open/open-store.ts'
import type { StoredRun } from '../../storage/store.ts'
import { RULES_VERSION } from '../../verdicts/model/score.ts'
import { type RulesByOutcome, rulesByOutcome } from '../../verdicts/scoring/rules-by-outcome.ts'
import { type Answer, type Asked, type DefineCommand, examples, STOPPED_BY } from '../terminal/command.ts'
import { repeated, wholeNumber } from '../terminal/options.ts'
import { showProblems } from '../terminal/show-problems.ts'
import { stopOnSignal } from '../terminal/stop-signals.ts'
import { storeOption } from '../terminal/store-option.ts'
import { CLEAR_LINE, type Terminal } from '../terminal/terminal.ts'
import { confirmImported } from '../terminal/typed-yes.ts'

const Options = z.strictObject({
  store: z.string(),
  pack: z.array(z.string()).default([]),
  reader: z.string().optional(),
  judge: z.array(z.string()).default([]),
  labels: z.union([z.string(), z.literal(true)]).optional(),
  concurrency: z.int(),
  yes: z.boolean().default(false),
  config: z.string().optional(),
})
type Options = z.infer<typeof Options>

/** Above this many problems the rest is counted: a broken folder must not fill the screen. */
const PROBLEMS_SHOWN_MAX = 50
const CONCURRENCY = 8

export const defineScore: DefineCommand = (command, does) =>
  command
    .argument(
      '[transcripts...]',
      'files or folders of transcripts (*.jsonl), exported runs (*.jsonl.gz), or stored runs (id or latest)',
    )
    .addOption(storeOption())
    .option(
      '--pack <id|folder>',
      'of files: the pack they name; of a run: an edited pack, to see which verdicts would change; repeatable',
      repeated,
    )
    .option(
      '--reader <who>',
      'read the messages of a run again, as a new run: lexical, or a model as provider:model',
    )
    .option(
      '--judge <who>',
      'let a judge rate a finished run: lexical, or a model as provider:name; repeatable',
      repeated,
    )
    .option(
      '--labels [file.tsv]',
      'compare with labels: of people (columns transcript, rule, verdict), or without a file those that came with an import',
    )
    .option(
      '--concurrency <n>',
      'with --judge: conversations judged at the same time',
      wholeNumber({ min: 1, max: 1000 }),
      CONCURRENCY,
    )
    .option('--config <file>', 'settings file with providers and prices (default: sage.yaml, if it exists)')
    .option('--yes', 'with --judge: do not ask where the text of an imported run may go')
    .addHelpText('after', HELP)
    .action(does((asked) => scoreWith(asked, openProviders(asked.own.kinds))))

const HELP = `${examples([
  ['sage score latest', 'apply the current rules to the latest run; no model, no network'],
  ['sage score transcripts/', 'the same for files; each file names its pack and case'],
  ['sage score trial.jsonl --pack ./my-desk --json', 'counts of verdicts by rule'],
  [
    'sage score latest --pack ./my-desk-edited',
    'which verdicts an edited pack would change; nothing is stored',
  ],
  ['sage score latest --reader lexical', 'read a run of an older version with the current reader'],
  ['sage score latest --judge anthropic:claude-sonnet-4-5', 'a model rates the stored conversations'],
  [
    'sage score <run> --judge openai:gpt-5 --judge google:gemini-2.5-pro',
    'two judges: also how well they agree',
  ],
  ['sage score transcripts/ --labels labels.tsv', 'how far rules and people agree'],
  ['sage score latest --labels', 'how far the rules and the published labels of an imported run agree'],
])}
No conversation is played again. With --reader the first run stays as it is; what its customers did still rests on the
first readings. A judge gets the messages of both parties and the SOP, no tool calls and no names of agents or models;
messages that it rated before with the same prompt are skipped. Its ratings are diagnostic until you calibrate it with
sage calibrate. Exit codes: 0 done; 2 wrong usage, or a transcript could not be scored; 3 a provider failed, or no judge
gave a rating; ${STOPPED_BY} (ratings so far are stored).
`

type ModelsOf = (workingFolder: string, config: string | undefined) => Promise<ModelSource>

/** Models as the settings of the folder reach them; nothing is loaded before one is asked for. */
const openProviders =
  (kinds: AgentKinds): ModelsOf =>
  async (workingFolder, config) => {
    const { openModels } = await import('../../models/providers/open-models.ts')
    const settings = await projectSettings(workingFolder, kinds, config)
    return openModels({ env: process.env, providers: ownProviders(settings.providers) })
  }

/** What is scored again, and with what. */
type Given = Named &
  Pick<Asked, 'terminal' | 'workingFolder' | 'own'> & {
    readonly rules: Asked['own']['rules']
    readonly options: Options
    readonly packs: readonly Pack[]
    readonly modelsOf: ModelsOf
  }

/** `modelsOf` is the door to models: a test stands in it. */
export async function scoreWith(asked: Asked, modelsOf: ModelsOf): Promise<Answer> {
  const { terminal, workingFolder, own } = asked
  const { names, ...options } = readOptions(asked)
  const { reader, judge, pack, labels } = options
  const asksOfRun = reader !== undefined || judge.length > 0
  const { runs: ids, files } = sortNames(names, { workingFolder, asksOfRun })
  const isWhatIf = pack.length > 0 && labels === undefined && (ids.length > 0 || asksOfRun)
  const ways = [
    ...(reader === undefined ? [] : [rereadRun]),
    ...(judge.length === 0 ? [] : [rejudgeRun]),
    ...(isWhatIf ? [whatIfRun] : []),
  ]
  const [way, more] = ways
  const isOneRun = names.length === 1 && files.length === 0 && labels === undefined
  if (more !== undefined || (way !== undefined && !isOneRun))
    throw usageError(
      'usage',
      '--reader and --judge, and --pack with a stored run, are for one stored run, one of them at a time.',
      'Like this: sage score latest --judge lexical',
    )
  const packs = await Promise.all(pack.map((name) => loadPack(placeOfPack(name, workingFolder).dir)))
  const store = ids.length === 0 ? null : await openStore(storePlace(options.store, workingFolder), 'read')
  try {
    const runs: StoredAt[] = []
    if (store !== null) for (const id of ids) runs.push({ store, run: await findRun(store, id) })
    const { rules } = own
    const given = { terminal, workingFolder, own, rules, options, packs, modelsOf, names, runs, files }
    const [only] = runs
    return await (way === undefined || only === undefined ? scoreAll(given) : way(only, given))
  } finally {
    await store?.close()
  }
}

/** `--labels latest` is no file of labels but the run to score: commander cannot tell the two apart. */
function readOptions({ words, options }: Asked): Options & { readonly names: readonly string[] } {
  const read = Options.parse(options)
  const names = z.array(z.string()).parse(words[0] ?? [])
  if (names.length > 0) return { ...read, names }
  if (typeof read.labels === 'string') return { ...read, names: [read.labels], labels: true }
  throw usageError('no-input', 'No transcript was named.', 'Give files, folders or runs: sage score latest')
}

async function scoreAll(given: Given): Promise<Answer> {
  const { terminal, options } = given
  const labels = options.labels === undefined ? null : await labelsFor(options.labels, given)
  const findings = labels === null ? null : openLabelFindings(labels)
  const verdicts: VerdictCounts = {}
  const counts = { transcripts: 0, scored: 0 }
  const each: (RulesByOutcome & { readonly transcript: string })[] = []
  const problems = new Map<string, Problem>()
  let madeNow = 0
  for await (const source of scoreSources(given, given)) {
    const { file, events, score } = source
    counts.transcripts += 1
    // What is wrong with a hundred transcripts in the same way is said once.
    for (const problem of source.problems) problems.set(`${problem.file} ${problem.message}`, problem)
    if (score === null) continue
    counts.scored += 1
    if (!events.some(({ type }) => type === 'message.read')) madeNow += 1
    countVerdicts(verdicts, score)
    each.push({ transcript: file, ...rulesByOutcome(score) })
    findings?.add(file, events, score)
  }
  const agreement = labels === null ? null : compareLabels(labels, each)
  const found = findings?.done() ?? null
  const shown = [...problems.values()].slice(0, PROBLEMS_SHOWN_MAX)
  terminal.err(showProblems(shown, terminal.paint))
  if (problems.size > shown.length) terminal.err(`... and ${problems.size - shown.length} more problems\n`)
  const text = [
    `${counts.scored} of ${counts.transcripts} transcripts scored, with rules version ${RULES_VERSION}.`,
    ...(madeNow === 0
      ? []
      : [`The words of ${madeNow} of them were read now: these transcripts hold no reading of their own.`]),
    ...(agreement === null ? [] : [sayAgreement(agreement)]),
    ...(found === null ? [] : sayFindings(found)),
  ]
  const next = `Next:    explain one of them with ${SAGE} explain '<trial or file>'.`
  return {
    json: { ...counts, verdicts, each, labels: agreement, ...(found ?? {}), problems: shown },
    text: (counts.scored === 0 ? text : [verdictTable(verdicts), '', ...text, next]).join('\n'),
    exit: counts.scored === counts.transcripts && counts.transcripts > 0 ? EXIT.ok : EXIT.wrongUsage,
  }
}

function verdictTable(verdicts: VerdictCounts): string {
  const rows = Object.entries(verdicts)
    .sort(([, a], [, b]) => b.fail - a.fail)
    .map(([rule, counts]) =>
      [rule, counts.fail, counts.pass, counts['not-applicable'], counts['not-judged']].map(String),
    )
  return textTable([['rule', 'fail', 'pass', 'not applicable', 'not judged'], ...rows])
}

async function whatIfRun(
  { store, run }: StoredAt,
  { workingFolder, rules, options, packs }: Given,
): Promise<Answer> {
  const desks = openDesks({ workingFolder, rules, packs, run })
  const { trials, skipped, changed } = await whatChanges(store, run, desks)
  const left = skipped > 0 ? ` (${skipped} belong to other packs or to cases that no longer exist)` : ''
  const [first] = changed
  return {
    json: { run: run.id, pack: packs.map(({ id }) => id).join(), trials, skipped, changed },
    text: [
      `${changed.length} of ${trials} trials of run ${run.id} would get a different verdict${left}.`,
      ...sayChanges(changed),
      ...(first === undefined
        ? []
        : ['', `Next:    ${showCommand(first.trial, null)} --pack ${options.pack[0]}`]),
    ].join('\n'),
    exit: EXIT.ok,
  }
}

async function rereadRun({ store, run }: StoredAt, given: Given): Promise<Answer> {
  const { workingFolder, rules, options, modelsOf } = given
  const { reader: who = 'lexical', config } = options
  const setting = who === 'lexical' ? who : { model: who }
  const models = await modelsOf(workingFolder, config)
  const now = Date.now()
  const stop = stopOnSignal()
  try {
    const read = await reread(store, run, {
      id: runId(now),
      at: new Date(now).toISOString(),
      reader: makeReader(setting, { models }),
      version: readerVersion(setting),
      desks: openDesks({ workingFolder, rules, run }),
      signal: stop.signal,
    })
    const { hits, of } = read.messages
    const text = [
      `Run ${read.run} holds the ${read.trials} conversations of ${read.of}, read again.`,
      `${of} messages were read twice; the two readings differ on ${hits} in what was asked, proposed or declined, in ${read.misheard} conversations.`,
      ...(read.kept === 0
        ? []
        : [`${read.kept} conversations were kept as they were: their pack or case is not here.`]),
      `Next:    ${SAGE} report ${read.run}`,
    ]
    return { json: read, text: text.join('\n'), exit: stop.code() ?? EXIT.ok }
  } finally {
    stop.close()
  }
}

async function rejudgeRun({ store, run }: StoredAt, given: Given): Promise<Answer> {
  const { terminal, workingFolder, own, options, modelsOf } = given
  const { judge, concurrency, config } = options
  const settings = await projectSettings(workingFolder, own.kinds, config)
  const costs = await openModelCosts(settings.prices ?? [])
  const models = await modelsOf(workingFolder, config)
  const judges = [...new Set(judge)].map((name) => makeJudge(name, models, costs.watch))
  if (run.imported !== null && !options.yes)
    await mayAsk(run, terminal, { judges: judge, providers: ownProviders(settings.providers) })
  const stop = stopOnSignal()
  try {
    if (!terminal.live) terminal.err(`sage: judging the conversations of ${run.id}\n`)
    const rejudged = await rejudge(store, run, {
      judges,
      sopOf: sopsOfRun(run),
      concurrency,
      clock: Date.now,
      signal: stop.signal,
      onProgress: ({ done, of }) => {
        if (terminal.live)
          terminal.err(`${CLEAR_LINE}${done}/${of} conversations judged${done === of ? '\n' : ''}`)
      },
    })
    const { report } = await reportRun(store, run.id, { report: null, own })
    const { validity } = report
    return {
      json: { ...rejudged, usage: costs.uses().map((use) => ({ role: 'judge', ...use })), validity },
      text: [sayJudges(rejudged), ...costs.say(), sectionsToText([validitySection(report)])].join('\n\n'),
      exit: stop.code() ?? EXIT.ok,
    }
  } finally {
    stop.close()
  }
}

/** The judges are the caller's, the conversations and the folders of the packs are the file's. */
async function mayAsk(
  { id }: StoredRun,
  terminal: Terminal,
  asked: Pick<Parameters<typeof outsideOf>[0], 'judges' | 'providers'>,
): Promise<void> {
  const outside = outsideOf({ agents: [], customer: 'scripted', reader: 'lexical', ...asked })
  if (outside.length === 0 || (await confirmImported(terminal)(id, outside))) return
  throw usageError(
    'imported-run',
    `Run ${id} was imported. Its conversations and SOPs would be sent:\n${outside.map((line) => `  ${line}`).join('\n')}`,
    'If that is what you want, add --yes.',
  )
}

function sayJudges({ run, judges }: Rejudged): string {
  const rows = judges.map(({ judge, asked, before, rated, notRated }) => {
    const lacks = Object.entries(notRated).map(([because, times]) => `${times} ${because}`)
    return [judge, ...[asked, before, rated].map(String), lacks.join(', ') || 'none']
  })
  return `Run ${run}\n${textTable([['judge', 'conversations', 'rated before', 'ratings', 'not given'], ...rows])}`
}
