import type { Pack } from '../../cases/case.ts'
import { contentHash } from '../../cases/pack-hash.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { refuseDraft } from './outline-folder.ts'
import { readPackFolder } from './read-pack-folder.ts'

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
