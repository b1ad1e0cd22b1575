import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import type { Problem } from '../../base/problem.ts'
import { textTable } from '../../report/text-table.ts'
import { countVerdicts, type VerdictCounts } from '../../report/verdict-counts.ts'
import { loadDesk } from '../../runner/load-desk.ts'
import { placeOfPack } from '../../runner/open-pack.ts'
import { packShelf, scoreTranscript } from '../../runner/score-transcripts.ts'
import { readTranscripts, transcriptFiles } from '../../runner/transcript-source.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../command.ts'
import { showProblems } from '../show-problems.ts'

const Options = z.strictObject({ pack: z.string().optional() })
/** Above this many problems the rest is counted: a broken folder must not fill the screen. */
const PROBLEMS_SHOWN_MAX = 50

export const defineScore: DefineCommand = (command, does) =>
  command
    .argument('<transcripts...>', 'files or folders of transcripts (*.jsonl)')
    .option('--pack <id|folder>', 'score by this pack instead of the one a transcript names')
    .addHelpText(
      'after',
      examples([
        ['sage score transcripts/', 'what the rules say of stored transcripts: no model, no network'],
        ['sage score trial.jsonl --pack ./my-desk --json', 'counts of verdicts by rule'],
      ]),
    )
    .action(does(score))

async function score({ words, options, terminal, workingFolder }: Asked): Promise<Answer> {
  const { pack } = Options.parse(options)
  const files = transcriptFiles(z.array(z.string()).parse(words[0]), workingFolder)
  const only = pack === undefined ? undefined : await loadDesk(placeOfPack(pack, workingFolder).dir)
  const shelf = packShelf(workingFolder, { only })
  const verdicts: VerdictCounts = {}
  const counts = { transcripts: 0, scored: 0 }
  const problems: Problem[] = []
  for await (const source of readTranscripts(files)) {
    const scored = await scoreTranscript(source, shelf, workingFolder)
    counts.transcripts += 1
    problems.push(...scored.problems.slice(0, Math.max(0, PROBLEMS_SHOWN_MAX - problems.length)))
    if (scored.score === null) continue
    counts.scored += 1
    countVerdicts(verdicts, scored.score)
  }
  terminal.err(showProblems(problems, terminal.paint))
  return {
    json: { ...counts, verdicts, labels: null, problems },
    text: [table(verdicts), '', `${counts.scored} of ${counts.transcripts} transcripts scored.`].join('\n'),
    exit: counts.scored === counts.transcripts && counts.transcripts > 0 ? EXIT.ok : EXIT.wrongUsage,
  }
}

function table(verdicts: VerdictCounts): string {
  const rows = Object.entries(verdicts)
    .sort(([, a], [, b]) => b.fail - a.fail)
    .map(([rule, counts]) =>
      [rule, counts.fail, counts.pass, counts['not-applicable'], counts['not-judged']].map(String),
    )
  return textTable([['rule', 'fail', 'pass', 'not applicable', 'not judged'], ...rows])
}
