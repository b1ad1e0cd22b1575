import type { Generated } from 'kysely'
import type { CaseId, RunId, TrialId } from '../../base/values/ids.ts'

/** The tables of a store, in any SQL. Each engine makes them with its own migrations. */
export type Tables = {
  runs: {
    id: RunId
    started_at: string
    finished_at: string | null
    header: string
    writer: string | null
    heartbeat: string | null
    imported: string | null
  }
  trials: {
    seq: Generated<number>
    run: RunId
    trial: TrialId
    agent: string
    pack: string
    case_id: CaseId
    intensity: number
    repeat: number
    attempt: number
    state: string
    transcript: string
    score: string
    facts: string
    /** null, as the three columns after it: an older version stored the trial */
    mark: string | null
    bucket: string | null
    tactic: string | null
    broke: string | null
  }
  sums: {
    run: RunId
    revision: number
    counting: string | null
    place: number | null
    body: string | null
  }
  forks: {
    seq: Generated<number>
    run: RunId
    fork: TrialId
    trial: TrialId
    agent: string
    at: number
    sample: number
    state: string
    transcript: string
    facts: string
  }
  pages: { run: RunId; trial: TrialId; attempt: number; page: number; events: string }
  ratings: {
    seq: Generated<number>
    run: RunId
    trial: TrialId
    judge: string
    n: number
    dimension: string
    value: number | null
    /** JSON strings, as are `because` and `author`: no SQL text can hold a NUL, people's and models' words may */
    quote: string
    because: string | null
    prompt_hash: string
    at: string
  }
  calibrations: {
    seq: Generated<number>
    judge: string
    prompt_hash: string
    dimension: string
    at: string
    result: string
  }
  audits: {
    seq: Generated<number>
    pack: string
    pack_hash: string
    rules: number
    at: string
    result: string
  }
  reviews: {
    seq: Generated<number>
    run: RunId
    trial: TrialId
    at: string
    author: string
    kind: string
    body: string
  }
}

/** The columns of each table, in their order. */
export const COLUMNS = {
  runs: ['id', 'started_at', 'finished_at', 'header', 'writer', 'heartbeat', 'imported'],
  trials: [
    'seq',
    'run',
    'trial',
    'agent',
    'pack',
    'case_id',
    'intensity',
    'repeat',
    'attempt',
    'state',
    'transcript',
    'score',
    'facts',
    'mark',
    'bucket',
    'tactic',
    'broke',
  ],
  sums: ['run', 'revision', 'counting', 'place', 'body'],
  forks: ['seq', 'run', 'fork', 'trial', 'agent', 'at', 'sample', 'state', 'transcript', 'facts'],
  pages: ['run', 'trial', 'attempt', 'page', 'events'],
  ratings: [
    'seq',
    'run',
    'trial',
    'judge',
    'n',
    'dimension',
    'value',
    'quote',
    'because',
    'prompt_hash',
    'at',
  ],
  calibrations: ['seq', 'judge', 'prompt_hash', 'dimension', 'at', 'result'],
  audits: ['seq', 'pack', 'pack_hash', 'rules', 'at', 'result'],
  reviews: ['seq', 'run', 'trial', 'at', 'author', 'kind', 'body'],
} as const satisfies { readonly [Table in keyof Tables]: readonly (keyof Tables[Table])[] }
