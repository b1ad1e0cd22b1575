import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import type { Metric } from '../../base/rate.ts'
import type { Calibration } from '../../metrics/judges/calibration.ts'
import { textTable } from '../../report/render/text-table.ts'
import { readText } from '../../runner/files/read-text.ts'
import { calibrateJudges, type JudgeCalibration } from '../../runner/jobs/calibrate/calibrate.ts'
import { readLabels } from '../../runner/jobs/calibrate/read-labels.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { repeated } from '../terminal/options.ts'
import { storeOption, withStore } from '../terminal/store-option.ts'

const Options = z.strictObject({
  labels: z.string(),
  judge: z.array(z.string()).default([]),
  store: z.string(),
})

export const defineCalibrate: DefineCommand = (command, does) =>
  command
    .requiredOption('--labels <file>', 'human ratings of stored conversations, as JSONL')
    .option('--judge <who>', 'only this judge; repeatable', repeated)
    .addOption(storeOption())
    .addHelpText(
      'after',
      `${examples([
        [
          'sage calibrate --labels labels.jsonl',
          'compare every judge of the labelled runs with people, per dimension, and store the result',
        ],
      ])}
A label: {"trial": "<id>", "n": 4, "dimension": "empathy", "value": 0.75, "rater": "ana"}. Use n 0 to rate the
whole conversation; see docs/judges.md. Exit codes: 0 every judge is calibrated in every labelled dimension; 1 one is
not; 2 wrong usage.
`,
    )
    .action(does(calibrate))

async function calibrate({ options, workingFolder }: Asked): Promise<Answer> {
  const { labels: file, judge, store } = Options.parse(options)
  const { labels, problems } = readLabels(file, await readText(resolve(workingFolder, file)))
  if (problems.length > 0) throw new ProblemsError('The labels file has errors.', problems)
  return withStore({ named: store, workingFolder }, async (opened) => {
    const at = new Date().toISOString()
    const judges = await calibrateJudges(opened, { file, labels }, { judges: judge, at })
    const all = judges.flatMap(({ dimensions }) => dimensions)
    const met = all.length > 0 && all.every(({ calibrated }) => calibrated)
    return {
      json: { labels: labels.length, raters: new Set(labels.map(({ rater }) => rater)).size, judges },
      text:
        judges.length === 0
          ? 'No judge has rated the conversations that these labels describe.'
          : judges.map(sayJudge).join('\n\n'),
      exit: met ? EXIT.ok : EXIT.barNotMet,
    }
  })
}

function sayJudge({ judge, promptHash, dimensions }: JudgeCalibration): string {
  const rows = dimensions.map((one) => [
    one.dimension,
    String(one.labels),
    ...[one.difference, one.bias, one.kappa].map(sayNumber),
    ...[one.sensitivity, one.specificity].map(sayNumber),
    one.people === null ? '-' : round(one.people),
    one.lacks ?? 'calibrated',
  ])
  const head = [
    'dimension',
    'labels',
    'difference',
    'bias',
    'kappa',
    'sensitivity',
    'specificity',
    'people agree',
    '',
  ]
  return [
    `${judge} (prompt ${promptHash.slice(0, 12)})`,
    textTable([head, ...rows]),
    'Difference and bias: judge minus people. Good means 0.7 or more. People agree: alpha among people who rated the same thing.',
    '',
    'Share of good messages: as the judge sees it, and as people would',
    textTable([['dimension', 'agent', 'judge', 'people'], ...dimensions.flatMap(sayRates)]),
  ].join('\n')
}

const sayRates = ({ dimension, rates }: Calibration): readonly (readonly string[])[] =>
  rates.map(({ agent, apparent, corrected }) => [dimension, agent, sayNumber(apparent), sayNumber(corrected)])

const sayNumber = (metric: Metric): string =>
  metric.value === null
    ? ('because' in metric && metric.because) || 'no data'
    : `${round(metric.value)} (${round(metric.low)} to ${round(metric.high)})`

/** Never "-0.00". */
const round = (value: number): string => value.toFixed(2).replace(/^-(0\.00)$/, '$1')
