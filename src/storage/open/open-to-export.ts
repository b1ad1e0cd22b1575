import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SageError } from '../../base/error.ts'
import type { Store } from '../store.ts'
import { engineOf, openStore } from './open-store.ts'

/** A store to export from. Of a damaged one: what can still be read of it, what is damaged, and of which tables something is left out. */
export type Exportable = {
  readonly store: Store
  readonly damage: readonly string[]
  readonly leftOut: readonly string[]
  readonly close: () => Promise<void>
}

/** Reads all of the store first: an export is kept in place of the store, and SQLite reads past much that is damaged. */
export async function openToExport(place: string): Promise<Exportable> {
  const store = await openUndamaged(place)
  const { damage: findDamage, copyReadable } = engineOf(place)
  const damage = (await findDamage?.(place)) ?? []
  if (damage.length === 0 || copyReadable === undefined)
    return { store, damage, leftOut: [], close: store.close }
  await store.close()
  const folder = await mkdtemp(join(tmpdir(), 'sage-export-'))
  const copy = join(folder, 'readable.db')
  const leftOut = await copyReadable(place, copy)
  const left = await openStore(copy, 'read')
  const close = async (): Promise<void> => {
    await left.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { store: left, damage, leftOut, close }
}

/** A store whose first page is damaged cannot be opened: who asked for what is left of it must not look for a file. */
async function openUndamaged(place: string): Promise<Store> {
  try {
    return await openStore(place, 'read')
  } catch (error) {
    if (!(error instanceof SageError) || !['store-corrupt', 'store-unreadable'].includes(error.code))
      throw error
    const { code, message, hint, exit } = error
    throw new SageError(code, `${message} Nothing was exported.`, { hint, exit, cause: error })
  }
}
