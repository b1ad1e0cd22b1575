import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { type Audit, auditPack } from '../../runner/audit.ts'
import { plannedCases } from '../../runner/load-cases.ts'
import { loadDesk } from '../../runner/load-desk.ts'
import { placeOfPack } from '../../runner/open-pack.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../command.ts'
import { wholeNumber } from '../options.ts'

const Options = z.strictObject({ seed: z.int(), oracleTrials: z.int() })
/** Of the faults caught, this share must be named right. */
const NAMED_SHARE_MIN = 0.98
const LISTED_MAX = 20

export const defineAudit: DefineCommand = (command, does) =>
  command
    .argument('<pack>', 'id or folder')
    .option(
      '--seed <n>',
      'the same seed plants and plays the same',
      wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      1,
    )
    .option(
      '--oracle-trials <n>',
      'conversations in which nothing may be found',
      wholeNumber({ min: 1, max: 1_000_000 }),
      1000,
    )
    .addHelpText(
      'after',
      examples([
        ['sage audit ./my-desk', 'plants one fault at a time: each must be caught, and nothing else may be'],
      ]),
    )
    .action(does(audit))

async function audit({ words, options, terminal, workingFolder }: Asked): Promise<Answer> {
  const { seed, oracleTrials } = Options.parse(options)
  const pack = await loadDesk(placeOfPack(z.string().parse(words[0]), workingFolder).dir)
  const onProgress = (done: number, of: number): void => {
    if (terminal.live) terminal.err(`\r\u001b[2K${done === of ? '' : `${done}/${of} faults planted`}`)
  }
  const cases = [...pack.cases, ...plannedCases(pack, 'standard', seed)]
  const result = await auditPack(pack, cases, { seed, oracleTrials, onProgress })
  return { json: result, text: say(result), exit: meetsBar(result) ? EXIT.ok : EXIT.barNotMet }
}

const meetsBar = ({ planted, caught, named, unexercised, alarms_on_oracle }: Audit): boolean =>
  caught === planted &&
  named >= NAMED_SHARE_MIN * planted &&
  unexercised.length === 0 &&
  alarms_on_oracle === 0

function say(result: Audit): string {
  const list = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0
      ? []
      : [
          '',
          `${title}:`,
          ...lines.slice(0, LISTED_MAX).map((line) => `  ${line}`),
          ...(lines.length > LISTED_MAX ? [`  ... and ${lines.length - LISTED_MAX} more`] : []),
        ]
  const place = ({ fault, at }: { readonly fault: string; readonly at: string }): string =>
    `${fault} at ${at}`
  return [
    `${result.pack}: ${result.caught} of ${result.planted} planted faults caught, ${result.named} named right.`,
    `Oracle: ${result.alarms_on_oracle} alarms in ${result.oracle_trials} trials.`,
    ...list('Missed', result.missed.map(place)),
    ...list(
      'Caught under another name',
      result.misnamed.map((one) => `${place(one)}: ${[...new Set(one.fired)].join(', ')}`),
    ),
    ...list('Never exercised by any case', result.unexercised.map(place)),
    ...list(
      'Alarms on the oracle',
      result.alarms.map(
        (one) => `${one.case} at intensity ${one.intensity}, seed ${one.seed}: ${one.because}`,
      ),
    ),
    '',
    meetsBar(result) ? 'The benchmark catches what was planted, and only that.' : 'The bar is not met.',
  ].join('\n')
}
