import type { Pack } from '../../cases/case.ts'
import { keepPack, openPack } from '../../cases/kept-pack.ts'
import { contentHash } from '../../cases/pack-hash.ts'
import { type PreparedKey, readPreparedData, shipPreparedData } from '../files/prepared.ts'
import { productTactics } from './product-tactics.ts'

type Files = ReadonlyMap<string, string>

/** A pack we ship as the build read it, without reading YAML. Undefined: another pack, or one that was edited since. */
export async function preparedPack(files: Files, dir: string): Promise<Pack | undefined> {
  const kept = readPreparedData(keyOf(files))
  return kept === undefined ? undefined : openPack(kept, { dir, tactics: await productTactics() })
}

/** For the build, of a pack that runs accept. */
export const shipPack = async (files: Files, pack: Pack): Promise<void> =>
  shipPreparedData(keyOf(files), keepPack(pack, await productTactics()))

const keyOf = (files: Files): PreparedKey => ({ kind: 'pack', hash: contentHash(files) })
