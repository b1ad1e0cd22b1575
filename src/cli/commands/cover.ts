import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import type { CasePlan } from '../../cases/plan-cases.ts'
import { coverToJson, coverToText } from '../../report/render/cover-text.ts'
import { findPack, unknownPack } from '../../runner/files/find-pack.ts'
import { type Cover, coverPack, coverRun } from '../../runner/jobs/cover/cover.ts'
import { openDesks } from '../../runner/jobs/score/desks.ts'
import { planPack } from '../../runner/packs/load-cases.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { findRun } from '../../runner/runs/stored-trials.ts'
import { PlanSize } from '../../runner/settings/run-settings.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { oneOf, seedNumber } from '../terminal/options.ts'
import { storeOption, withStore } from '../terminal/store-option.ts'

/** A desk with faults has the same procedure: nothing more of it is covered. */
const CoverSize = PlanSize.exclude(['wide', 'disturbed'])
type CoverSize = z.infer<typeof CoverSize>

const Options = z.strictObject({ store: z.string(), planned: CoverSize, seed: z.int() })

/** What is covered, and the situations no case could be planned for. */
type Covered = Cover & { readonly unplanned?: CasePlan['unplanned'] }

export const defineCover: DefineCommand = (command, does) =>
  command
    .argument('<pack|run>', 'a pack (id or folder) or a stored run (id or latest)')
    .option(
      '--planned <size>',
      `also count cases planned from the graph of a pack: ${CoverSize.options.join(', ')}`,
      oneOf(CoverSize.options),
      'none',
    )
    .option('--seed <n>', 'the seed for planned cases', seedNumber, 1)
    .addOption(storeOption())
    .addHelpText(
      'after',
      examples([
        [
          'sage cover ./my-desk',
          'which steps, edges, boundaries and paths its cases exercise, and which they never reach',
        ],
        ['sage cover latest --json', 'the same for the trials of the latest run, as JSON'],
      ]),
    )
    .action(does(cover))

async function cover({ words, options, workingFolder }: Asked): Promise<Answer> {
  const named = z.string().parse(words[0])
  const place = findPack(named, workingFolder)
  const { store, planned, seed } = Options.parse(options)
  const covers: readonly Covered[] =
    place === undefined
      ? await coversOfRun(named, store, workingFolder)
      : [await coverOfPack(place.dir, planned, seed)]
  const [only] = covers
  const packs = Object.fromEntries(covers.map(({ pack, coverage }) => [pack.id, coverToJson(coverage)]))
  const json =
    covers.length === 1 && only !== undefined
      ? { pack: only.pack.id, ...coverToJson(only.coverage), ...unplannedOf(only) }
      : { packs }
  return { json, text: covers.map(say).join('\n\n'), exit: EXIT.ok }
}

const unplannedOf = ({ unplanned }: Covered) => (unplanned === undefined ? {} : { unplanned })

async function coverOfPack(dir: string, planned: CoverSize, seed: number): Promise<Covered> {
  const pack = await loadPack(dir)
  if (planned === 'none') return { ...(await coverPack(pack)), unplanned: [] }
  const { cases, unplanned } = planPack(pack, { size: planned, seed })
  return { ...(await coverPack(pack, [...pack.cases, ...cases])), unplanned }
}

async function coversOfRun(named: string, store: string, workingFolder: string): Promise<readonly Cover[]> {
  // A name that is no pack and no run's is most likely a pack misspelt.
  if (named !== 'latest' && !/^\d{8}t/.test(named)) throw unknownPack(named, workingFolder)
  return withStore({ named: store, workingFolder }, async (opened) => {
    const run = await findRun(opened, named)
    const covers = await coverRun(opened, run.id, openDesks({ workingFolder, rules: [], run }))
    if (covers.length === 0)
      throw usageError(
        'nothing-covered',
        `None of the packs of run ${run.id} are available here.`,
        'List the available packs: sage packs',
      )
    return covers
  })
}

const say = ({ pack, universe, coverage, unplanned = [] }: Covered): string =>
  [`${pack.id}\n${coverToText(universe, coverage).trimEnd()}`, ...sayUnplanned(unplanned)].join('\n')

/** Situations without a case, by reason. */
function sayUnplanned(unplanned: CasePlan['unplanned']): readonly string[] {
  if (unplanned.length === 0) return []
  const reasons = [...new Set(unplanned.map(({ because }) => because))]
  return [
    `  no case could be planned for ${unplanned.length} situations:`,
    ...reasons.map((reason) => {
      const of = unplanned.filter(({ because }) => because === reason).map(({ situation }) => situation)
      const more = of.length > SHOWN_MAX ? `, and ${of.length - SHOWN_MAX} more` : ''
      return `    ${of.length} x ${reason}: ${of.slice(0, SHOWN_MAX).join(', ')}${more}`
    }),
  ]
}

const SHOWN_MAX = 3
