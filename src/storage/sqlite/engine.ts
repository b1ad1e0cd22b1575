import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { usageError } from '../../base/error.ts'
import type { Store } from '../store.ts'
import type { StoreEngine } from '../store-engine.ts'

const FINDINGS_SHOWN = 3

/** A file. Every place without a scheme (`x://`) is one. */
export const sqlite: StoreEngine = {
  name: 'sqlite',
  recognise: (place) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(place),
  resolve: (place, workingFolder) => resolve(workingFolder, place),
  isThere: async (place) => existsSync(place),
  damage: async (place) => (await import('./check.ts')).checkSqliteFile(place, FINDINGS_SHOWN),
  copyReadable: async (place, into) => (await import('./readable-copy.ts')).copyReadable(place, into),
  open: async (place, use) => {
    if (use === 'write') await makeFolderOf(place)
    const { openSqliteStore } = await import('./sqlite-store.ts')
    return openSqliteStore(place)
  },
}

async function makeFolderOf(file: string): Promise<void> {
  const folder = dirname(file)
  try {
    await mkdir(folder, { recursive: true })
  } catch (cause) {
    throw usageError(
      'no-folder',
      `The folder ${folder} cannot be created.`,
      'Name another with --store.',
      cause,
    )
  }
}

/** Stores of this process, by place: every opening of one place finds what was written there before. */
const stores = new Map<string, Promise<Store>>()

/** `memory://name`: kept as long as the process lives. */
export const memory: StoreEngine = {
  name: 'memory',
  recognise: (place) => place.startsWith('memory://'),
  resolve: (place) => place,
  isThere: async (place) => stores.has(place),
  open: async (place) => {
    const { openSqliteStore } = await import('./sqlite-store.ts')
    const opening = stores.get(place) ?? openSqliteStore(':memory:')
    stores.set(place, opening)
    // One opening of a place ends while others go on.
    return { ...(await opening), close: async () => undefined }
  },
}
