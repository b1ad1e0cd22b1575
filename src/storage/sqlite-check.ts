import Database from 'libsql'
import { z } from 'zod'

const Findings = z.array(z.record(z.string(), z.string()))

/** What is wrong with a file, in SQLite's words; nothing: it is sound. Reads all of it. */
export function checkSqliteFile(file: string, findingsMax: number): readonly string[] {
  const database = new Database(file)
  try {
    return findingsIn(database, findingsMax)
  } finally {
    database.close()
  }
}

/** The same for a file that is open. */
export function findingsIn(database: Database.Database, findingsMax: number): readonly string[] {
  try {
    return Findings.parse(database.prepare(`pragma integrity_check(${findingsMax})`).all())
      .flatMap((row) => Object.values(row))
      .flatMap((lines) => lines.split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
