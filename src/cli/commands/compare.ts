import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { showCommand } from '../../base/shell.ts'
import { compareMarkdown, compareText } from '../../report/render/compare-text.ts'
import { verdictOf } from '../../report/result/compared.ts'
import { writeText } from '../../runner/files/write-text.ts'
import { compareRuns } from '../../runner/runs/compare-runs.ts'
import { isRunFile } from '../../runner/runs/read-baseline.ts'
import { namedStore } from '../../storage/open/open-store.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { oneOf } from '../terminal/options.ts'
import { storeOption, withStore } from '../terminal/store-option.ts'

const Options = z.strictObject({
  store: z.string(),
  agent: z.string().optional(),
  with: z.string().optional(),
  wanted: z.coerce.number().positive().max(1),
  anyway: z.boolean().optional(),
  md: z.string().optional(),
  failOn: z.literal('worse').optional(),
})

export const defineCompare: DefineCommand = (command, does) =>
  command
    .argument('<before>', 'a stored run (its id, or latest), or an exported run (*.jsonl.gz)')
    .argument('<after>', 'another stored run, or the same run with another agent')
    .option('--agent <id>', 'the agent to compare, if a run has several')
    .option('--with <id>', 'the agent of the second run, if its name differs')
    .option('--wanted <difference>', 'the smallest difference you want to detect', '0.05')
    .option('--anyway', 'compare even if packs, rules, customers or protocols differ; the result says so')
    .option('--fail-on <verdict>', 'worse: exit code 1 for a new harm or a worse metric', oneOf(['worse']))
    .option('--md <file>', 'also write the comparison as Markdown, for a pull-request comment')
    .addOption(storeOption())
    .addHelpText(
      'after',
      examples([
        [
          'sage compare 20260301t101500-a1 latest --agent my-agent',
          'did my last change make it worse, where, and is that noise?',
        ],
        ['sage compare latest latest --agent oracle --with people-pleaser', 'two agents of one run'],
        [
          'sage compare baseline.jsonl.gz latest --fail-on worse --md compare.md',
          'in CI: exit code 1 if anything became worse since the exported run, and a comment for the pull request',
        ],
      ]),
    )
    .action(does(compare))

/** A file is found from where the person stands. */
const runNamed = (name: string, workingFolder: string): string =>
  isRunFile(name) ? resolve(workingFolder, name) : name

async function compare({ words, options, workingFolder, own }: Asked): Promise<Answer> {
  const { store, agent, with: other, wanted, anyway, md, failOn } = Options.parse(options)
  const [a, b] = z.tuple([z.string(), z.string()]).parse(words)
  return withStore({ named: store, workingFolder }, async (opened) => {
    const wishes = {
      a: runNamed(a, workingFolder),
      b: runNamed(b, workingFolder),
      agentA: agent,
      agentB: other,
      wanted,
      anyway: anyway === true,
    }
    const compared = await compareRuns(opened, wishes, own)
    // What lies in a file cannot be explained from the store.
    const inFile = (trial: string): boolean =>
      (isRunFile(a) && trial.startsWith(`${compared.a.run}/`)) ||
      (isRunFile(b) && trial.startsWith(`${compared.b.run}/`))
    const commandOf = (trial: string) => (inFile(trial) ? null : showCommand(trial, namedStore(store)))
    const wrote =
      md === undefined
        ? ''
        : `\n\nwrote ${await writeText(md, compareMarkdown(compared, commandOf), workingFolder)}`
    const exit = failOn === 'worse' && verdictOf(compared) === 'worse' ? EXIT.barNotMet : EXIT.ok
    return { json: compared, text: `${compareText(compared, commandOf)}${wrote}`, exit }
  })
}
