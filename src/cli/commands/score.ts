import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import type { Problem } from '../../base/files/problem.ts'
import { SAGE } from '../../base/shell.ts'
import { textTable } from '../../report/render/text-table.ts'
import { countVerdicts, type VerdictCounts } from '../../report/result/verdict-counts.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { openLabelFindings, sayFindings } from '../../runner/jobs/rescore/label-findings.ts'
import { ownLabels } from '../../runner/jobs/rescore/own-labels.ts'
import { compareLabels, nameOf, readLabels, sayAgreement } from '../../runner/jobs/rescore/score-labels.ts'
import { scoreSources } from '../../runner/jobs/rescore/score-sources.ts'
import { scoreTranscript } from '../../runner/jobs/rescore/score-transcripts.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { DEFAULT_STORE, STORE_HELP, withoutPassword } from '../../storage/open/open-store.ts'
import type { Transcript } from '../../transcript/event.ts'
import { RULES_VERSION } from '../../verdicts/model/score.ts'
import { type RulesByOutcome, rulesByOutcome } from '../../verdicts/scoring/rules-by-outcome.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { showProblems } from '../terminal/show-problems.ts'

const Options = z.strictObject({
  store: z.string(),
  pack: z.string().optional(),
  labels: z.union([z.string(), z.literal(true)]).optional(),
})
/** Above this many problems the rest is counted: a broken folder must not fill the screen. */
const PROBLEMS_SHOWN_MAX = 50

export const defineScore: DefineCommand = (command, does) =>
  command
    .argument(
      '[transcripts...]',
      'files or folders of transcripts (*.jsonl), exported runs (*.jsonl.gz), or stored runs (id or latest)',
    )
    .option('--store <place>', STORE_HELP, withoutPassword, DEFAULT_STORE)
    .option('--pack <id|folder>', 'use this pack instead of the one named in the transcript')
    .option(
      '--labels [file.tsv]',
      'compare with labels: of people (columns transcript, rule, verdict), or without a file those that came with an import',
    )
    .addHelpText(
      'after',
      examples([
        ['sage score latest', 'apply the current rules to the latest run; no model, no network'],
        ['sage score transcripts/', 'the same for files; each file names its pack and case'],
        ['sage score trial.jsonl --pack ./my-desk --json', 'counts of verdicts by rule'],
        ['sage score transcripts/ --labels labels.tsv', 'how far rules and people agree'],
        ['sage score latest --labels', 'how far the rules and the published labels of an imported run agree'],
      ]),
    )
    .action(does(score))

async function score({ words, options, terminal, workingFolder }: Asked): Promise<Answer> {
  const { pack, store, ...given } = Options.parse(options)
  const { names, labelFile } = sortNames(z.array(z.string()).parse(words[0] ?? []), given.labels)
  const labels =
    labelFile === undefined
      ? null
      : labelFile === true
        ? await ownLabels(names, { workingFolder, store })
        : readLabels(resolve(workingFolder, labelFile))
  const only = pack === undefined ? undefined : await loadPack(placeOfPack(pack, workingFolder).dir)
  const findings = labels === null ? null : openLabelFindings(labels)
  const verdicts: VerdictCounts = {}
  const counts = { transcripts: 0, scored: 0 }
  const each: (RulesByOutcome & { readonly transcript: string })[] = []
  const problems: Problem[] = []
  const told = new Set<string>()
  let madeNow = 0
  for await (const { source, shelf } of scoreSources(names, { workingFolder, store, only })) {
    const scored = await scoreTranscript(source, shelf, workingFolder)
    counts.transcripts += 1
    for (const problem of scored.problems) {
      // What is wrong with a hundred transcripts in the same way is said once.
      if (told.has(`${problem.file} ${problem.message}`)) continue
      told.add(`${problem.file} ${problem.message}`)
      if (problems.length < PROBLEMS_SHOWN_MAX) problems.push(problem)
    }
    if (scored.score === null) continue
    counts.scored += 1
    if (!source.events.some(({ type }) => type === 'message.read')) madeNow += 1
    countVerdicts(verdicts, scored.score)
    each.push({ transcript: scored.file, ...rulesByOutcome(scored.score) })
    findings?.add({ transcript: scored.file, task: taskOf(source.events), score: scored.score }, [
      scored.file,
      nameOf(scored.file),
    ])
  }
  const agreement = labels === null ? null : compareLabels(labels, each)
  const found = findings?.done() ?? null
  terminal.err(showProblems(problems, terminal.paint))
  if (told.size > problems.length) terminal.err(`... and ${told.size - problems.length} more problems\n`)
  return {
    json: { ...counts, verdicts, each, labels: agreement, ...(found ?? {}), problems },
    text: [
      ...(counts.scored === 0 ? [] : [table(verdicts), '']),
      `${counts.scored} of ${counts.transcripts} transcripts scored, with rules version ${RULES_VERSION}.`,
      ...(madeNow === 0
        ? []
        : [`The words of ${madeNow} of them were read now: these transcripts hold no reading of their own.`]),
      ...(agreement === null ? [] : [sayAgreement(agreement)]),
      ...(found === null ? [] : sayFindings(found)),
      ...(counts.scored === 0
        ? []
        : [`Next:    explain one of them with ${SAGE} explain '<trial or file>'.`]),
    ].join('\n'),
    exit: counts.scored === counts.transcripts && counts.transcripts > 0 ? EXIT.ok : EXIT.wrongUsage,
  }
}

/** `--labels latest` is no file of labels but the run to score: commander cannot tell the two apart. */
function sortNames(names: readonly string[], labels: string | true | undefined) {
  if (names.length > 0 || typeof labels !== 'string') {
    if (names.length > 0) return { names, labelFile: labels }
    throw usageError('no-input', 'No transcript was named.', 'Give files, folders or runs: sage score latest')
  }
  return { names: [labels], labelFile: true as const }
}

/** Trials of one agent and one case. */
const taskOf = ([start]: Transcript): string =>
  start?.type === 'trial.started' ? `${start.agent} ${start.case}` : ''

function table(verdicts: VerdictCounts): string {
  const rows = Object.entries(verdicts)
    .sort(([, a], [, b]) => b.fail - a.fail)
    .map(([rule, counts]) =>
      [rule, counts.fail, counts.pass, counts['not-applicable'], counts['not-judged']].map(String),
    )
  return textTable([['rule', 'fail', 'pass', 'not applicable', 'not judged'], ...rows])
}
