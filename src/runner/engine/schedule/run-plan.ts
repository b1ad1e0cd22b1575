import { usageError } from '../../../base/error.ts'
import { sha256 } from '../../../base/hash.ts'
import type { Case, Pack } from '../../../cases/case.ts'
import { CATASTROPHES } from '../../../graph/model/catastrophes.ts'
import type { RunResult } from '../../../report/result/run-result.ts'
import { RULES_VERSION } from '../../../verdicts/model/score.ts'
import { readPackFiles } from '../../files/pack-files.ts'
import { loadCases, type PlanPack } from '../../packs/load-cases.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { type PlannedTrial, situationAt, situationsOf, trafficOf, trialAt } from '../../trial/plan-trials.ts'

export type PackCases = { readonly pack: Pack; readonly cases: readonly Case[] }

/** Which trials a request comes to, in which order, and of which versions. The same request and packs give the same plan. */
export type RunPlan = {
  readonly packs: readonly PackCases[]
  readonly trials: number
  readonly at: (index: number) => PlannedTrial
  /** whose pack's trial it is, by place in `packs` */
  readonly packAt: (index: number) => number
  /** case -> share of real traffic it stands for */
  readonly traffic: ReadonlyMap<string, number>
  /** the packs' own kinds of catastrophe */
  readonly catastrophes: readonly string[]
  /** pack -> its contested clauses: with its hash, what a verdict on it rests on */
  readonly contested: Readonly<Record<string, readonly string[]>>
  readonly versions: RunResult['versions']
}

type Asked = Pick<RunRequest, 'selection' | 'agents' | 'trials' | 'seed'>

export const planRun = async (request: Asked, planPack?: PlanPack): Promise<RunPlan> =>
  planOf(await loadCases(request.selection, request.seed, planPack), request)

export function planOf(packs: readonly PackCases[], request: Asked): RunPlan {
  const situations = situationsOf(packs, request.selection)
  if (situations.length === 0) throw nothingToRun()
  const places = new Map(packs.map(({ pack }, place) => [pack, place]))
  const shape = { agents: request.agents.length, trials: request.trials, seed: request.seed }
  return {
    packs,
    trials: situations.length * shape.agents * shape.trials,
    at: (index) => trialAt(situations, shape, index),
    packAt: (index) => places.get(situationAt(situations, shape, index).pack) ?? 0,
    traffic: trafficOf(situations),
    catastrophes: [...new Set(packs.flatMap(({ pack }) => ownCatastrophes(pack)))],
    contested: Object.fromEntries(packs.map(({ pack }) => [pack.id, pack.contested])),
    versions: {
      packs: Object.fromEntries(packs.map(({ pack }) => [pack.id, pack.hash])),
      rules: RULES_VERSION,
    },
  }
}

const nothingToRun = () =>
  usageError(
    'NOTHING_TO_RUN',
    'no case fits this selection',
    'Loosen --case, --bucket, --tactic or --intensity, or see `sage packs`.',
  )

/** The pack's own kinds of catastrophe: those its forbids name beside the built-in ones. */
const ownCatastrophes = (pack: Pack): readonly string[] =>
  pack.graph.forbids.map(({ kind }) => kind).filter((kind) => !CATASTROPHES.some((known) => known === kind))

/** pack -> file -> hash: so that a changed pack can be told by its files. */
export async function fileHashes(
  packs: readonly PackCases[],
): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  const hashed = packs.map(async ({ pack }) => {
    const files = await readPackFiles(pack.dir)
    return [pack.id, Object.fromEntries([...files].map(([file, text]) => [file, sha256(text)]))] as const
  })
  return Object.fromEntries(await Promise.all(hashed))
}
