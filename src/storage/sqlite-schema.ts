import { type Kysely, sql } from 'kysely'
import { EXIT, SageError } from '../base/error.ts'

export type Tables = {
  runs: { id: string; started_at: string; finished_at: string | null; header: string }
  trials: {
    seq: number
    run: string
    trial: string
    agent: string
    pack: string
    case_id: string
    intensity: number
    repeat: number
    attempt: number
    state: string
    transcript: string
    score: string
    facts: string
  }
}

/** One entry a released schema, applied in order, never edited: a store of any version opens and is brought forward. */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table runs (id text primary key, started_at text not null, finished_at text, header text not null)`,
    `create table trials (
       seq integer primary key autoincrement, run text not null references runs (id) on delete cascade, trial text not null,
       agent text not null, pack text not null, case_id text not null, intensity integer not null, repeat integer not null,
       attempt integer not null, state text not null, transcript text not null, score text not null,
       facts text not null,
       unique (run, trial))`,
    `create index trials_by_trial on trials (trial)`,
  ],
]

export const SCHEMA_VERSION = MIGRATIONS.length

export async function migrate(database: Kysely<Tables>, file: string): Promise<void> {
  const found = await sql<{ user_version: number }>`pragma user_version`.execute(database)
  const version = found.rows[0]?.user_version ?? 0
  if (version > SCHEMA_VERSION) {
    throw new SageError(
      'STORE_TOO_NEW',
      `${file} was written by a newer SAGE (schema ${version}, this one knows ${SCHEMA_VERSION})`,
      {
        hint: 'Update SAGE, or give another file with --store.',
        exit: EXIT.wrongUsage,
      },
    )
  }
  for (const [index, statements] of MIGRATIONS.entries()) {
    if (index < version) continue
    await database.transaction().execute(async (transaction) => {
      for (const statement of statements) await sql.raw(statement).execute(transaction)
      await sql.raw(`pragma user_version = ${index + 1}`).execute(transaction)
    })
  }
}
