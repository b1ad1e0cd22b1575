const OF_RUN = 'run text not null references runs (id) on delete cascade, trial text not null'

/** The schema of the first release. Versions 1 to 6 were never released. */
const FIRST_VERSION = 7

/** One entry a released schema, applied in order, never edited: a store of any version opens and is brought forward. */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table runs (id text primary key, started_at text not null, finished_at text, header text not null, writer text,
       heartbeat text, imported text)`,
    `create table trials (
       seq integer primary key autoincrement, run text not null references runs (id) on delete cascade, trial text not null,
       agent text not null, pack text not null, case_id text not null, intensity integer not null, repeat integer not null,
       attempt integer not null, state text not null, transcript text not null, score text not null,
       facts text not null, mark text, bucket text, tactic text, left_at text, broke text,
       unique (run, trial))`,
    // Holds every column that lists show: counting and listing read no conversation.
    `create index trials_in_order on trials
       (run, seq, trial, agent, pack, case_id, intensity, repeat, attempt, state, mark, bucket, tactic, left_at, broke)`,
    // Before a trial is stored it is looked for among the faulted ones, of which there are few. Without this index SQLite read
    // `trials_in_order` from end to end for that, the whole run for every few trials of it.
    `create index trials_faulted on trials (run, trial) where state = 'faulted'`,
    `create table pages (${OF_RUN}, attempt integer not null, page integer not null, events text not null,
       primary key (run, trial, attempt, page))`,
    `create table ratings (
       seq integer primary key autoincrement, ${OF_RUN}, judge text not null, n integer not null,
       dimension text not null, value real, quote text not null, because text, prompt_hash text not null,
       at text not null)`,
    `create index ratings_by_key on ratings (run, trial, judge, n, dimension, seq)`,
    `create table calibrations (
       seq integer primary key autoincrement, judge text not null, prompt_hash text not null, dimension text not null,
       at text not null, result text not null)`,
    `create table reviews (
       seq integer primary key autoincrement, ${OF_RUN}, at text not null, author text not null, kind text not null,
       body text not null)`,
    `create index reviews_of_run on reviews (run)`,
    `create table audits (
       seq integer primary key autoincrement, pack text not null, pack_hash text not null, rules integer not null,
       at text not null, result text not null)`,
    `create index audits_of_pack on audits (pack, seq)`,
    `create table forks (
       seq integer primary key autoincrement, run text not null references runs (id) on delete cascade, fork text not null,
       trial text not null, agent text not null, at integer not null, sample integer not null, state text not null,
       transcript text not null, facts text not null,
       unique (run, fork))`,
    `create index forks_of_trial on forks (run, trial, seq)`,
    `create index forks_by_fork on forks (fork)`,
    `create table sums (run text primary key references runs (id) on delete cascade, revision integer not null,
       counting text, place integer, body text)`,
  ],
]

export const SCHEMA_VERSION = FIRST_VERSION - 1 + MIGRATIONS.length

/** What brings a store of this version to today's; 0: a new file. Undefined: no release wrote such a store. */
export const migrationsFrom = (version: number): readonly (readonly string[])[] | undefined =>
  version === 0
    ? MIGRATIONS
    : version < FIRST_VERSION
      ? undefined
      : MIGRATIONS.slice(version + 1 - FIRST_VERSION)
