import { join } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import type { Pack } from '../../cases/case.ts'
import { contentHash } from '../../cases/pack-hash.ts'
import { readPack } from '../../cases/read-pack.ts'
import { isAdoptedPack, readAdoptedPack } from '../../recordings/adopted/adopted-pack.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { contestedIn, refuseDraft } from './outline-folder.ts'
import { productTactics } from './product-tactics.ts'

/** A pack from its folder, with the product's tactics; throws with all that is wrong. */
export async function loadPack(dir: string): Promise<Pack> {
  return packOf(await readPackFiles(dir), dir)
}

/** The same, but a draft is refused: what is scored rests on a graph that somebody has accepted (L3). */
export async function loadAcceptedPack(dir: string): Promise<Pack> {
  const files = await readPackFiles(dir)
  const pack = await packOf(files, dir)
  refuseDraft(pack.id, files)
  return pack
}

/** Packs by folder and content. A desk that is edited in the studio is another one at every stroke, so few are kept. */
const loaded = new Map<string, Promise<Pack>>()
const KEPT_MAX = 24

/** Read and checked once: what is worked out from a pack (its plan, its walk, its lists) stays with it. */
function packOf(files: ReadonlyMap<string, string>, dir: string): Promise<Pack> {
  const key = `${dir}\n${contentHash(files)}`
  const pack = loaded.get(key) ?? readPackFolder(files, dir)
  loaded.delete(key)
  loaded.set(key, pack)
  for (const oldest of [...loaded.keys()].slice(0, -KEPT_MAX)) loaded.delete(oldest)
  return pack
}

/** A pack from its files, read and checked; throws with all that is wrong. */
async function readPackFolder(files: ReadonlyMap<string, string>, dir: string): Promise<Pack> {
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
