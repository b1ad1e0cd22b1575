import { storeOver } from '../sql/sql-store.ts'
import type { Store } from '../store.ts'
import { connect } from './connection.ts'

/** One SQLite file: WAL, so a run, a second run and a reader work at once. */
export const openSqliteStore = async (file: string): Promise<Store> => storeOver(await connect(file))
