import { sha256 } from '../../base/hash.ts'
import { readPackFiles } from '../files/pack-files.ts'
import type { PackCases } from './schedule/run-plan.ts'

/** pack -> file -> hash: they show which files of a pack have changed. */
export async function fileHashes(
  packs: readonly PackCases[],
): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  const hashed = packs.map(async ({ pack }) => {
    const files = await readPackFiles(pack.dir)
    return [pack.id, Object.fromEntries([...files].map(([file, text]) => [file, sha256(text)]))] as const
  })
  return Object.fromEntries(await Promise.all(hashed))
}
