import { type SageError, usageError } from '../../base/error.ts'
import { postgres } from '../postgres/engine.ts'
import { sqlite } from '../sqlite/engine.ts'
import { memory } from '../sqlite/memory-engine.ts'
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
