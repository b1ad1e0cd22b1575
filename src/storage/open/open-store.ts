import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SageError, usageError } from '../../base/error.ts'
import { postgres } from '../postgres/engine.ts'
import { memory, sqlite } from '../sqlite/engine.ts'
import type { Store } from '../store.ts'
import type { StoreEngine } from '../store-engine.ts'
import type { TeamStore } from '../team.ts'

/** The only file that knows which stores there are. One line an engine; the first that recognises a place opens it. */
export const STORE_ENGINES: readonly StoreEngine[] = [memory, postgres, sqlite]

export const DEFAULT_STORE = '.sage/sage.db'

/** The place of a store in full, as a person wrote it in a folder. */
export const storePlace = (place: string, workingFolder: string): string =>
  engineOf(place).resolve(place, workingFolder)

/** A store that is a file has a folder, a disk and pages; a database has not. */
export const isStoreFile = (place: string): boolean => engineOf(place) === sqlite

/** What `--store` takes, for help texts. */
export const STORE_HELP = 'store: a file, or postgres://user@host/database'

/** A place as it may be shown: an address without its password, which this process remembers. */
export const withoutPassword = (place: string): string =>
  place.includes('://') && wrongStore(place) === null ? storePlace(place, '/') : place

/** What a process of ours needs in its environment to open this store. */
export const storeEnvironment = (place: string): Readonly<Record<string, string>> =>
  engineOf(place).environment?.(place) ?? {}

/** The store as a command must name it; null: it is found without. */
export const namedStore = (place: string): string | null =>
  place === DEFAULT_STORE || place.endsWith(`/${DEFAULT_STORE}`) ? null : place

/** What is wrong with the place of a store; null: nothing. */
export const wrongStore = (place: string): SageError | null =>
  STORE_ENGINES.some(({ recognise }) => recognise(place)) ? null : notAStore(place)

const notAStore = (place: string): SageError =>
  usageError(
    'unknown-store',
    `There is no store of the kind ${place.split(':')[0]}:.`,
    'Name a file (--store runs.db) or a PostgreSQL database (--store postgres://user@host/database).',
  )

export const isStoreThere = (place: string): Promise<boolean> => engineOf(place).isThere(place)

/**
 * Opens the store at a place (see storePlace). `read`: a store that is not there is wrong usage and is not made. `write`:
 * it is made. `if-there`: null if it is not.
 */
export function openStore(place: string, use: 'read' | 'write'): Promise<Store>
export function openStore(place: string, use: 'if-there'): Promise<Store | null>
export async function openStore(place: string, use: 'read' | 'write' | 'if-there'): Promise<Store | null> {
  const engine = engineOf(place)
  if (use === 'write') return engine.open(place, 'write')
  if (await engine.isThere(place)) return engine.open(place, 'read')
  if (use === 'if-there') return null
  throw usageError(
    'no-store',
    `There is no store ${place}.`,
    'Run something first (sage run), or name another with --store.',
  )
}

/** Workers can play the runs of this store. */
export const hasTeam = (place: string): boolean => engineOf(place) === postgres

/** The same store, for many processes at work on its runs. */
export async function openTeam(place: string): Promise<TeamStore> {
  if (hasTeam(place)) return (await import('../team/postgres-team.ts')).openPostgresTeam(place)
  throw usageError(
    'no-team',
    'The runs of a file are played by one process.',
    'Workers need PostgreSQL: --store postgres://user@host/database. See docs/teams.md.',
  )
}

/** The kind of store that a place names. */
export function engineOf(place: string): StoreEngine {
  const engine = STORE_ENGINES.find(({ recognise }) => recognise(place))
  if (engine === undefined) throw notAStore(place)
  return engine
}

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
