import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { usageError } from '../../base/error.ts'
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
