import { join } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import type { Pack } from '../../cases/case.ts'
import { readPack } from '../../cases/read-pack.ts'
import { isAdoptedPack, readAdoptedPack } from '../../recordings/adopted/adopted-pack.ts'
import { contestedIn } from './outline-folder.ts'
import { productTactics } from './product-tactics.ts'

/** A pack from its files, read and checked; throws with all that is wrong. */
export async function readPackFolder(files: ReadonlyMap<string, string>, dir: string): Promise<Pack> {
  const tactics = await productTactics()
  const { value, problems } = isAdoptedPack(files)
    ? readAdoptedPack(files, { dir, tactics })
    : readPack(files, { dir, tactics })
  if (value !== undefined) return withContested(value, files)
  const placed = problems.map((each) => ({ ...each, file: join(dir, each.file) }))
  throw new ProblemsError(`The pack in ${dir} has errors.`, placed)
}

/** What pack.yaml and the outline call ambiguous. */
const withContested = (pack: Pack, files: ReadonlyMap<string, string>): Pack => ({
  ...pack,
  contested: [...new Set([...pack.contested, ...contestedIn(files, pack.graph.sop)])],
})
