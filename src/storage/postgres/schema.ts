/** Every text is compared by its bytes, as SQLite does it: the order of trials must not depend on a server's language. */
const text = 'text collate "C"'
const OF_RUN = `run ${text} not null references runs (id) on delete cascade`
const SEQ = 'seq bigint generated always as identity primary key'

/** One entry a released schema, applied in order, never edited: a store of any version opens and is brought forward. */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    // The outcome of a commit whose answer was lost is looked up here.
    `create table commits (token uuid primary key, at timestamptz not null default now())`,
    `create table runs (id ${text} primary key, started_at text not null, finished_at text, header text not null,
       writer text, heartbeat text, imported text)`,
    `create table trials (
       ${SEQ}, ${OF_RUN}, trial ${text} not null, agent ${text} not null, pack ${text} not null, case_id ${text} not null,
       intensity integer not null, repeat integer not null, attempt integer not null, state ${text} not null,
       transcript text not null, score text not null, facts text not null,
       unique (run, trial))`,
    `create index trials_by_trial on trials (trial)`,
    // Holds every column of a key: counting and listing read no conversation.
    `create index trials_in_order on trials (run, seq)
       include (trial, agent, pack, case_id, intensity, repeat, attempt, state)`,
    `create table forks (
       ${SEQ}, ${OF_RUN}, fork ${text} not null, trial ${text} not null, agent ${text} not null, at integer not null,
       sample integer not null, state ${text} not null, transcript text not null, facts text not null,
       unique (run, fork))`,
    `create index forks_of_trial on forks (run, trial, seq)`,
    `create index forks_by_fork on forks (fork)`,
    `create table pages (${OF_RUN}, trial ${text} not null, attempt integer not null, page integer not null,
       events text not null, primary key (run, trial, attempt, page))`,
    `create table ratings (
       ${SEQ}, ${OF_RUN}, trial ${text} not null, judge ${text} not null, n integer not null, dimension ${text} not null,
       value double precision, quote text not null, because text, prompt_hash text not null, at text not null)`,
    `create index ratings_by_key on ratings (run, trial, judge, n, dimension, seq)`,
    `create table calibrations (
       ${SEQ}, judge text not null, prompt_hash text not null, dimension text not null, at text not null,
       result text not null)`,
    `create table reviews (
       ${SEQ}, ${OF_RUN}, trial ${text} not null, at text not null, author text not null, kind text not null,
       body text not null)`,
    `create index reviews_of_run on reviews (run, seq)`,
    `create table audits (
       ${SEQ}, pack ${text} not null, pack_hash text not null, rules integer not null, at text not null,
       result text not null)`,
    `create index audits_of_pack on audits (pack, seq)`,
  ],
  // What workers need. Times are the server's: machines need not agree on the clock.
  [
    `create table packs (hash text primary key, files text not null)`,
    `create table submissions (
       run ${text} primary key references runs (id) on delete cascade, trials integer not null, version text not null,
       fed integer not null default 0,
       at timestamptz not null default now(), usd_max double precision, minutes_max double precision,
       usd double precision not null default 0, paid integer not null default 0, stopped text)`,
    `create table leases (
       ${OF_RUN}, place integer not null, trial ${text}, worker text, fence integer not null default 0,
       faults integer not null default 0, deaths integer not null default 0, pages integer not null default 0,
       primary key (run, place))`,
    `create index leases_of_worker on leases (worker)`,
    `create table workers (worker text primary key, lanes integer not null, beat timestamptz not null)`,
    `create table refusals (${OF_RUN}, worker text not null, because text not null, primary key (run, worker))`,
  ],
  // What providers of models said to one worker and all must know; and old commits are forgotten without reading all.
  [
    `create table providers (
       provider ${text} primary key, cuts integer not null, calls double precision, cut_at timestamptz,
       opens_at timestamptz not null)`,
    `create index commits_by_time on commits (at)`,
  ],
  // What lists show of a trial, and what was counted over a run. Both follow from the scores: older rows have neither.
  [
    `alter table trials add column mark ${text}, add column bucket ${text}, add column tactic ${text},
       add column left_at ${text}, add column broke ${text}`,
    `drop index if exists trials_in_order`,
    `create index trials_in_order on trials (run, seq)
       include (trial, agent, pack, case_id, intensity, repeat, attempt, state, mark, bucket, tactic, left_at, broke)`,
    `create table sums (run ${text} primary key references runs (id) on delete cascade, revision integer not null,
       counting text, place bigint, body text)`,
  ],
  // Whether the worker that holds a trial has begun to play it: its death says nothing about the others.
  [`alter table leases add column begun boolean not null default false`],
]

export const SCHEMA_VERSION = MIGRATIONS.length
