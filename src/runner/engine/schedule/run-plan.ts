import { usageError } from '../../../base/error.ts'
import type { CaseId } from '../../../base/values/ids.ts'
import type { Case, Pack } from '../../../cases/case.ts'
import { CATASTROPHES } from '../../../graph/model/catastrophes.ts'
import type { RunResult } from '../../../report/result/run-result.ts'
import { RULES_VERSION } from '../../../verdicts/model/score.ts'
import { readerVersion } from '../../agents/party-settings.ts'
import { type CaseCounts, checkSelection, countCases } from '../../packs/check-selection.ts'
import { loadCases } from '../../packs/load-cases.ts'
import type { Extensions } from '../../plugins/extensions.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import {
  type PlannedTrial,
  type Situation,
  situationsOf,
  trafficOf,
  trialAt,
} from '../../trial/plan-trials.ts'

export type PackCases = { readonly pack: Pack; readonly cases: readonly Case[] }

/** The trials of a request, in order, and the versions they are played with. The same request and packs give the same plan. */
export type RunPlan = {
  readonly packs: readonly PackCases[]
  /** what is played, once each */
  readonly situations: readonly Situation[]
  readonly cases: CaseCounts
  readonly trials: number
  readonly at: (index: number) => PlannedTrial
  /** case -> its share of real traffic */
  readonly traffic: ReadonlyMap<CaseId, number>
  /** the packs' own kinds of catastrophe */
  readonly catastrophes: readonly string[]
  /** pack -> its contested clauses: with its hash, what a verdict on it rests on */
  readonly contested: Readonly<Record<string, readonly string[]>>
  readonly versions: RunResult['versions']
}

type Asked = Pick<RunRequest, 'selection' | 'agents' | 'trials' | 'seed' | 'reader'>

export const planRun = async (request: Asked, own: Partial<Extensions>): Promise<RunPlan> =>
  planOf(await loadCases(request.selection, request.seed), request, own)

export function planOf(
  packs: readonly PackCases[],
  request: Asked,
  { plugins = {} }: Partial<Extensions>,
): RunPlan {
  checkSelection(packs, request.selection)
  const situations = situationsOf(packs, request.selection)
  if (situations.length === 0) throw nothingToRun(packs)
  const shape = { agents: request.agents.length, trials: request.trials, seed: request.seed }
  return {
    packs,
    situations,
    cases: countCases(
      packs,
      situations.map((situation) => situation.case),
    ),
    trials: situations.length * shape.agents * shape.trials,
    at: (index) => trialAt(situations, shape, index),
    traffic: trafficOf(situations),
    catastrophes: [...new Set(packs.flatMap(({ pack }) => ownCatastrophes(pack)))],
    contested: Object.fromEntries(packs.map(({ pack }) => [pack.id, pack.contested])),
    versions: {
      packs: Object.fromEntries(packs.map(({ pack }) => [pack.id, pack.hash])),
      rules: RULES_VERSION,
      reader: readerVersion(request.reader),
      // Nothing where no plugin is loaded, so that runs without plugins look as before.
      ...(Object.keys(plugins).length === 0 ? {} : { plugins }),
    },
  }
}

const nothingToRun = (packs: readonly PackCases[]) =>
  usageError(
    'nothing-to-run',
    'No case matches this selection.',
    `Relax --case, --bucket, --tactic or --intensity. List the cases: sage cases ${packs[0]?.pack.id ?? '<pack>'}`,
  )

/** The pack's own kinds of catastrophe: those its forbids name beside the built-in ones. */
const ownCatastrophes = (pack: Pack): readonly string[] =>
  pack.graph.forbids.map(({ kind }) => kind).filter((kind) => !CATASTROPHES.some((known) => known === kind))
