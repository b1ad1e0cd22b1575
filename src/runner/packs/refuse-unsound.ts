import { ProblemsError } from '../../base/files/problems-error.ts'
import { packFacts } from './pack-facts.ts'

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
