import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { usageError } from '../../base/error.ts'
import { openSqliteStore } from '../../storage/sqlite/sqlite-store.ts'
import type { Store } from '../../storage/store.ts'
import { makeFolder } from '../files/make-folder.ts'

export const DEFAULT_STORE = '.sage/sage.db'

/** The store as a command must name it; null: it is found without. */
export const namedStore = (store: string): string | null =>
  store === DEFAULT_STORE || store.endsWith(`/${DEFAULT_STORE}`) ? null : store

/** Opens a store to read from it: one that is not there is wrong usage, never made. */
export async function openStoreToRead(store: string, workingFolder: string): Promise<Store> {
  const file = resolve(workingFolder, store)
  if (!existsSync(file)) {
    throw usageError(
      'no-store',
      `There is no store ${file}.`,
      'Start a run first (sage run), or choose another store with --store.',
    )
  }
  return openSqliteStore(file)
}

/** Undefined where there is none: what is kept by the way needs no store of its own. */
export async function openStoreIfThere(store: string, workingFolder: string): Promise<Store | undefined> {
  const file = resolve(workingFolder, store)
  return existsSync(file) ? openSqliteStore(file) : undefined
}

/** Opens a store to put something into it; one that is not there is made. */
export async function openStoreToWrite(store: string, workingFolder: string): Promise<Store> {
  const file = resolve(workingFolder, store)
  await makeFolder(dirname(file), '--store')
  return openSqliteStore(file)
}
