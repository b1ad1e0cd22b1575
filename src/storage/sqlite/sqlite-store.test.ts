import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, describe, expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { SCHEMA_VERSION } from './schema.ts'
import { openSqliteStore } from './sqlite-store.ts'

const OLD = aRunId('old')

const folder = mkdtempSync(join(tmpdir(), 'sage-store-'))
let files = 0
const newFile = (): string => {
  files += 1
  return join(folder, `${files}.db`)
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Released schemas as their versions wrote them, each with one run and two trials. Never edited. */
const FIRST_TWO: readonly (readonly string[])[] = [
  [
    `create table runs (id text primary key, started_at text not null, finished_at text, header text not null)`,
    `create table trials (
       seq integer primary key autoincrement, run text not null references runs (id) on delete cascade, trial text not null,
       agent text not null, pack text not null, case_id text not null, intensity integer not null, repeat integer not null,
       attempt integer not null, state text not null, transcript text not null, score text not null,
       facts text not null,
       unique (run, trial))`,
    `create index trials_by_trial on trials (trial)`,
    `pragma user_version = 1`,
    `insert into runs values ('old', '2026-01-01T00:00:00.000Z', null, '{"request":{}}')`,
    `insert into trials (run, trial, agent, pack, case_id, intensity, repeat, attempt, state, transcript, score, facts)
     values ('old', 'old/agent/pack/case-1@0#0', 'agent', 'pack', 'pack/case-1', 1, 0, 0, 'judged',
             '{"n":1,"text":"1"}' || char(10), '{"n":1}', '{}'),
            ('old', 'old/agent/pack/case-2@0#0', 'agent', 'pack', 'pack/case-2', 2, 0, 0, 'voided',
             '{"n":1,"text":"2"}' || char(10), '{"n":2}', '{}')`,
  ],
  [
    `create table runs (id text primary key, started_at text not null, finished_at text, header text not null,
       writer text, heartbeat text)`,
    `create table trials (
       seq integer primary key autoincrement, run text not null references runs (id) on delete cascade, trial text not null,
       agent text not null, pack text not null, case_id text not null, intensity integer not null, repeat integer not null,
       attempt integer not null, state text not null, transcript text not null, score text not null,
       facts text not null,
       unique (run, trial))`,
    `create index trials_by_trial on trials (trial)`,
    `create index trials_in_order on trials
       (run, seq, trial, agent, pack, case_id, intensity, repeat, attempt, state)`,
    `create table pages (run text not null references runs (id) on delete cascade, trial text not null,
       attempt integer not null, page integer not null, events text not null, primary key (run, trial, attempt, page))`,
    `create table ratings (
       seq integer primary key autoincrement, run text not null references runs (id) on delete cascade, trial text not null,
       judge text not null, n integer not null, dimension text not null, value real, quote text not null, because text,
       prompt_hash text not null, at text not null)`,
    `create index ratings_by_key on ratings (run, trial, judge, n, dimension, seq)`,
    `create table calibrations (
       seq integer primary key autoincrement, judge text not null, prompt_hash text not null, dimension text not null,
       at text not null, result text not null)`,
    `create table reviews (
       seq integer primary key autoincrement, run text not null references runs (id) on delete cascade, trial text not null,
       at text not null, author text not null, kind text not null, body text not null)`,
    `create index reviews_of_run on reviews (run)`,
    `pragma user_version = 2`,
    `insert into runs values ('old', '2026-01-01T00:00:00.000Z', null, '{"request":{}}', null, null)`,
    `insert into trials (run, trial, agent, pack, case_id, intensity, repeat, attempt, state, transcript, score, facts)
     values ('old', 'old/agent/pack/case-1@0#0', 'agent', 'pack', 'pack/case-1', 1, 0, 0, 'judged',
             '{"n":1,"text":"1"}' || char(10), '{"n":1}', '{}'),
            ('old', 'old/agent/pack/case-2@0#0', 'agent', 'pack', 'pack/case-2', 2, 0, 0, 'voided',
             '{"n":1,"text":"2"}' || char(10), '{"n":2}', '{}')`,
  ],
]

const THIRD = [
  ...(FIRST_TWO[1] ?? []),
  `create table audits (
       seq integer primary key autoincrement, pack text not null, pack_hash text not null, rules integer not null,
       at text not null, result text not null)`,
  `create index audits_of_pack on audits (pack, seq)`,
  `pragma user_version = 3`,
]

const FOURTH = [...THIRD, `alter table runs add column imported text`, `pragma user_version = 4`]

const FIFTH = [
  ...FOURTH,
  `create table forks (
       seq integer primary key autoincrement, run text not null references runs (id) on delete cascade, fork text not null,
       trial text not null, agent text not null, at integer not null, sample integer not null, state text not null,
       transcript text not null, facts text not null,
       unique (run, fork))`,
  `create index forks_of_trial on forks (run, trial, seq)`,
  `create index forks_by_fork on forks (fork)`,
  `pragma user_version = 5`,
]

const SIXTH = [
  ...FIFTH,
  `alter table trials add column mark text`,
  `alter table trials add column bucket text`,
  `alter table trials add column tactic text`,
  `alter table trials add column left_at text`,
  `alter table trials add column broke text`,
  `drop index trials_in_order`,
  `create index trials_in_order on trials
       (run, seq, trial, agent, pack, case_id, intensity, repeat, attempt, state, mark, bucket, tactic, left_at, broke)`,
  `create table sums (run text primary key references runs (id) on delete cascade, revision integer not null,
       counting text, place integer, body text)`,
  `pragma user_version = 6`,
]

const RELEASED = [...FIRST_TWO, THIRD, FOURTH, FIFTH, SIXTH]

const versionOf = (file: string): unknown => {
  const database = new Database(file)
  const rows = database.prepare('pragma user_version').all()
  database.close()
  return rows
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

describe('released schemas', () => {
  test.each(RELEASED.map((statements, index) => [index + 1, statements] as const))(
    'a store of schema %i opens with its trials and takes new ones',
    async (_, statements) => {
      const file = newFile()
      const database = new Database(file)
      for (const statement of statements) database.exec(statement)
      database.close()
      const store = await openSqliteStore(file)
      const found = []
      for await (const trial of store.trials(OLD)) found.push(trial)
      const glance = null
      expect(found).toEqual([aTrial('old', 1, { glance }), aTrial('old', 2, { glance, state: 'voided' })])
      expect(await store.run(OLD)).toEqual({
        ...aRun('old'),
        writer: null,
        heartbeat: null,
        imported: null,
      })
      await store.saveTrials([aTrial('old', 3)])
      expect(await store.countTrials(OLD)).toEqual({ judged: 2, voided: 1, faulted: 0 })
      await store.close()
      expect(versionOf(file)).toEqual([{ user_version: SCHEMA_VERSION }])
    },
  )

  test('there is a fixture of every schema but the newest', () => {
    expect(RELEASED.length).toBe(SCHEMA_VERSION - 1)
  })

  test('several handles may bring one new file forward at once', async () => {
    const file = newFile()
    const stores = await Promise.all([1, 2, 3, 4].map(() => openSqliteStore(file)))
    await stores[0]?.createRun(aRun('one'))
    expect((await stores[3]?.runs())?.length).toBe(1)
    for (const store of stores) await store.close()
  })

  test('a newer store is refused and left as it is', async () => {
    const file = newFile()
    const database = new Database(file)
    database.exec('pragma user_version = 99')
    database.close()
    expect(await codeOf(openSqliteStore(file))).toBe('store-too-new')
    expect(versionOf(file)).toEqual([{ user_version: 99 }])
  })
})

describe('files that are no store', () => {
  test('another kind of file is named as such', async () => {
    const file = newFile()
    writeFileSync(file, 'id,name\n'.repeat(1000))
    expect(await codeOf(openSqliteStore(file))).toBe('store-unreadable')
  })

  test('a folder that is not there, and a folder', async () => {
    expect(await codeOf(openSqliteStore(join(folder, 'no', 'such.db')))).toBe('store-unreadable')
    expect(await codeOf(openSqliteStore(folder))).toBe('store-unreadable')
  })
})
