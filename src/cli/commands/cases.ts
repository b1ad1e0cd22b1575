import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { SAGE } from '../../base/shell.ts'
import type { Case } from '../../cases/case.ts'
import { textTable } from '../../report/render/text-table.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { PLAN_SEED } from '../../runner/packs/find-case.ts'
import { plannedCases } from '../../runner/packs/load-cases.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { Bucket, PlanSize } from '../../runner/settings/run-settings.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { listOf, oneOf, repeated, seedNumber } from '../terminal/options.ts'

const Options = z.strictObject({
  planned: PlanSize,
  seed: z.int(),
  bucket: z.array(Bucket).default([]),
  tactic: z.array(z.string()).default([]),
})

export const defineCases: DefineCommand = (command, does) =>
  command
    .argument('<pack>', 'a pack: id or folder')
    .option(
      '--planned <size>',
      `also the cases planned from the graph: ${PlanSize.options.join(', ')}`,
      oneOf(PlanSize.options),
      'small',
    )
    .option(
      '--bucket <name>',
      `only cases of this kind: ${Bucket.options.join(', ')}`,
      listOf(oneOf(Bucket.options)),
    )
    .option('--tactic <name>', 'only cases with this tactic; repeatable', repeated)
    .option('--seed <n>', 'the seed for planned cases', seedNumber, PLAN_SEED)
    .addHelpText(
      'after',
      examples([
        ['sage cases ./my-desk', 'every case with its bucket, intent, trap, tactic and intensity'],
        ['sage cases ./my-desk --planned none --bucket adversarial', 'the traps its author wrote'],
      ]),
    )
    .action(does(cases))

async function cases({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { planned, seed, bucket, tactic } = Options.parse(options)
  const pack = await loadPack(placeOfPack(z.string().parse(words[0]), workingFolder).dir)
  const all = [...pack.cases, ...(planned === 'none' ? [] : plannedCases(pack, planned, seed))]
  const listed = all
    .filter((each) => bucket.length === 0 || bucket.includes(each.bucket))
    .filter((each) => tactic.length === 0 || (each.tactic !== null && tactic.includes(each.tactic)))
  const own = listed.filter((each) => !each.planned).length
  const [first] = listed
  return {
    json: { pack: pack.id, cases: listed.map(about) },
    text: [
      textTable([['case', 'bucket', 'intent', 'trap', 'tactic', 'intensity'], ...listed.map(row)]),
      '',
      `${listed.length} cases: ${own} of the pack’s own, ${listed.length - own} planned.`,
      ...(first === undefined
        ? []
        : [`Next:    ${SAGE} run --case ${first.id}, or play it yourself: ${SAGE} play ${first.id}`]),
    ].join('\n'),
    exit: EXIT.ok,
  }
}

const about = (each: Case) => ({
  case: each.id,
  planned: each.planned,
  bucket: each.bucket,
  intents: each.card.requests.map(({ intent }) => intent),
  trap: each.trap,
  tactic: each.tactic,
  intensity: each.intensity,
  intensities: each.intensities,
})

const row = (each: Case): readonly string[] => [
  each.id,
  each.bucket,
  each.card.requests.map(({ intent }) => intent).join(' + '),
  each.trap ?? '-',
  each.tactic ?? '-',
  each.intensities.length === 1
    ? String(each.intensity)
    : `${each.intensity} (of ${each.intensities.join(', ')})`,
]
