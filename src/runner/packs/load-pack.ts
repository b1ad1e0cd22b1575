import type { Pack } from '../../cases/case.ts'
import { contentHash } from '../../cases/pack-hash.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { preparedPack } from './prepared-pack.ts'

/** A pack from its folder, with the product's tactics; throws with all that is wrong. */
export async function loadPack(dir: string): Promise<Pack> {
  const { pack } = await packOf(await readPackFiles(dir), dir)
  return pack
}

/** The same, but a draft is refused: what is scored rests on a graph that somebody has accepted (L3). */
export async function loadAcceptedPack(dir: string): Promise<Pack> {
  const files = await readPackFiles(dir)
  const { pack, accepted } = await packOf(files, dir)
  if (accepted) return pack
  const { refuseDraft } = await import('./outline-folder.ts')
  refuseDraft(pack.id, files)
  return pack
}

type LoadedPack = {
  readonly pack: Pack
  /** false: nobody has looked yet */
  readonly accepted: boolean
}

/** Packs by folder and content. A desk that is edited in the studio is another one at every stroke, so few are kept. */
const loaded = new Map<string, Promise<LoadedPack>>()
const KEPT_MAX = 24

/** Read and checked once: what is worked out from a pack (its plan, its walk, its lists) stays with it. */
function packOf(files: ReadonlyMap<string, string>, dir: string): Promise<LoadedPack> {
  const key = `${dir}\n${contentHash(files)}`
  const pack = loaded.get(key) ?? packIn(files, dir)
  loaded.delete(key)
  loaded.set(key, pack)
  for (const oldest of [...loaded.keys()].slice(0, -KEPT_MAX)) loaded.delete(oldest)
  return pack
}

/** The build prepares accepted packs only. Readers and checks are loaded where a pack is read from its files. */
async function packIn(files: ReadonlyMap<string, string>, dir: string): Promise<LoadedPack> {
  const prepared = await preparedPack(files, dir)
  if (prepared !== undefined) return { pack: prepared, accepted: true }
  const { readPackFolder } = await import('./read-pack-folder.ts')
  return { pack: await readPackFolder(files, dir), accepted: false }
}
