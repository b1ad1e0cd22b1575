import { z } from 'zod'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { contentHash } from '../../cases/pack-hash.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { keepPrepared, type PreparedKey, readPrepared } from '../files/prepared.ts'

/** What lists need of a pack, without loading it. */
export const PackFacts = z.object({
  id: z.string(),
  title: z.string(),
  hash: z.string(),
  language: z.string(),
  steps: z.int(),
  tools: z.int(),
  cases: z.int(),
  /** what `sage pack check` calls errors */
  errors: z.int(),
})
export type PackFacts = z.infer<typeof PackFacts>

export const factsKey = (content: string): PreparedKey => ({ kind: 'facts', hash: content })

/** By content: a process that starts many runs of a pack, or lists it at every click, checks it once. */
const known = new Map<string, PackFacts>()

/** The facts of a pack's folder: prepared, or found by loading it. Throws with all that is wrong with the pack. */
export async function packFacts(dir: string): Promise<PackFacts> {
  const key = factsKey(contentHash(await readPackFiles(dir)))
  const facts = known.get(key.hash) ?? readPrepared(key, PackFacts)
  if (facts !== undefined) return facts
  const found = await findFacts(dir)
  keepPrepared(key, found)
  known.set(key.hash, found)
  return found
}

/** Loads the pack: everything that is needed for it is loaded only here. */
export async function findFacts(dir: string): Promise<PackFacts> {
  const { loadPack } = await import('./load-pack.ts')
  const { id, title, hash, language, graph, world, cases } = await loadPack(dir)
  const { checkPackFolder } = await import('./check-pack-folder.ts')
  const errors = (await checkPackFolder(dir, dir)).filter(({ severity }) => severity === 'error').length
  const [steps, tools] = [graph.steps.size, world.tools.size]
  return { id, title, hash, language, steps, tools, cases: cases.length, errors }
}

/**
 * What `sage pack check` calls an error makes numbers that mean nothing: a case that contradicts its graph fails the agent that
 * is right. So nothing is run or audited on such a pack, unless one insists.
 */
export async function refuseUnsound(dirs: readonly string[], workingFolder: string): Promise<void> {
  for (const dir of dirs) {
    // A pack that does not load is said better by whoever loads it.
    const facts = await packFacts(dir).catch(() => undefined)
    if (facts === undefined || facts.errors === 0) continue
    const { checkPackFolder } = await import('./check-pack-folder.ts')
    const problems = await checkPackFolder(dir, workingFolder)
    const errors = problems.filter(({ severity }) => severity === 'error')
    throw new ProblemsError(
      `Pack ${facts.id} has errors, so its numbers would mean nothing. Fix them, or run it anyway with --force.`,
      errors,
    )
  }
}
