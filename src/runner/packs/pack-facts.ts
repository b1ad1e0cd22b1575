import { z } from 'zod'
import type { Case } from '../../cases/case.ts'
import { contentHash } from '../../cases/pack-hash.ts'
import type { PlanSize } from '../../cases/plan-cases.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { keepPrepared, type PreparedKey, readPrepared } from '../files/prepared.ts'
import { Bucket, Intensity } from '../settings/run-settings.ts'

/** What lists and estimates need of a case. */
export const CaseFacts = z.object({
  id: z.string(),
  bucket: Bucket,
  trap: z.string().nullable(),
  tactic: z.string().nullable(),
  intensity: Intensity,
  intensities: z.array(Intensity),
  planned: z.boolean(),
  intents: z.array(z.string()),
})
export type CaseFacts = z.infer<typeof CaseFacts>

/** What lists need of a pack, without loading it. */
export const PackFacts = z.object({
  id: z.string(),
  title: z.string(),
  hash: z.string(),
  language: z.string(),
  steps: z.int(),
  tools: z.int(),
  /** a draft is refused by runs */
  accepted: z.boolean(),
  /** what `sage pack check` calls errors */
  errors: z.int(),
  tactics: z.array(z.string()),
  cases: z.array(CaseFacts),
})
export type PackFacts = z.infer<typeof PackFacts>

export const factsKey = (content: string): PreparedKey => ({ kind: 'facts', hash: content })
const plannedKey = (hash: string, size: PlanSize, seed: number): PreparedKey => ({
  kind: `cases-${size}-${seed}`,
  hash,
})

/** The facts of a pack's folder: prepared, or found by loading it. Throws with all that is wrong with the pack. */
export async function packFacts(dir: string): Promise<PackFacts> {
  const key = factsKey(contentHash(await readPackFiles(dir)))
  const known = readPrepared(key, PackFacts)
  if (known !== undefined) return known
  const found = await findFacts(dir)
  keepPrepared(key, found)
  return found
}

/** Loads the pack: everything that is needed for it is loaded only here. */
export async function findFacts(dir: string): Promise<PackFacts> {
  const { loadAcceptedPack, loadPack } = await import('./load-pack.ts')
  const pack = await loadPack(dir)
  const accepted = await loadAcceptedPack(dir).then(
    () => true,
    () => false,
  )
  const { checkPackFolder } = await import('./check-pack-folder.ts')
  const problems = await checkPackFolder(dir, dir)
  const { id, title, hash, language, graph, world, tactics, cases } = pack
  return {
    id,
    title,
    hash,
    language,
    steps: graph.steps.size,
    tools: world.tools.size,
    accepted,
    errors: problems.filter(({ severity }) => severity === 'error').length,
    tactics: [...tactics.keys()],
    cases: cases.map(caseFacts),
  }
}

/** Cases planned for a pack of that version, if they were planned before. */
export const plannedFacts = (
  hash: string,
  { size, seed }: { readonly size: PlanSize; readonly seed: number },
): readonly CaseFacts[] | undefined => readPrepared(plannedKey(hash, size, seed), z.array(CaseFacts))

export const keepPlannedFacts = (
  hash: string,
  { size, seed }: { readonly size: PlanSize; readonly seed: number },
  cases: readonly Case[],
): void => keepPrepared(plannedKey(hash, size, seed), cases.map(caseFacts))

export const plannedFactsKey = plannedKey

export const caseFacts = (each: Case): CaseFacts => ({
  id: each.id,
  bucket: each.bucket,
  trap: each.trap,
  tactic: each.tactic,
  intensity: each.intensity,
  intensities: [...each.intensities],
  planned: each.planned,
  intents: each.card.requests.map(({ intent }) => intent),
})
