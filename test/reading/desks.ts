import { join } from 'node:path'
import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { PROJECT } from './project.ts'

const loaded = new Map<string, Promise<DeskLists>>()

/** The closed lists of a shipped pack, as a reader gets them. */
export function packLists(id: string): Promise<DeskLists> {
  const known = loaded.get(id)
  if (known !== undefined) return known
  const lists = loadPack(join(PROJECT, 'packs', id)).then((pack) => pack.lists)
  loaded.set(id, lists)
  return lists
}
