import type { StoreEngine } from '../store-engine.ts'
import { environmentOf, isPostgres, withoutPassword } from './place.ts'

/** `postgres://user@host/database`: one schema of a database. Its driver is loaded when a store is opened. */
export const postgres: StoreEngine = {
  name: 'postgres',
  recognise: isPostgres,
  resolve: withoutPassword,
  environment: environmentOf,
  isThere: async (place) => (await import('./postgres-store.ts')).isPostgresStoreThere(place),
  open: async (place) => (await import('./postgres-store.ts')).openPostgresStore(place),
}
