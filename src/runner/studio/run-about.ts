import type { RunAbout, RunRow } from '../../report/studio-views/run-row.ts'
import type { StoredRun } from '../../storage/store.ts'
import { runHeaderIfReadable } from '../runs/run-header.ts'
import { hasWriter } from '../runs/run-lease.ts'
import { rankingOf } from '../runs/run-ledger.ts'

/** `now`: in milliseconds. */
export function runRow(run: StoredRun, now: number): RunRow {
  return {
    run: run.id,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    live: isWritten(run, now),
    about: aboutRun(run),
  }
}

export const isWritten = (run: StoredRun, now: number): boolean =>
  run.finishedAt === null && hasWriter(run, now)

export const plannedTrials = (run: StoredRun): number | null => runHeaderIfReadable(run)?.planned ?? null

/** Null: its header cannot be read. */
export function aboutRun(run: StoredRun): RunAbout | null {
  const header = runHeaderIfReadable(run)
  if (header === undefined) return null
  const { suite, agents, customer, judges, seed, trials, selection: whole } = header.request
  const { packs: _, failedIn: __, ...selection } = whole
  return {
    suite,
    agents: agents.map(({ id, kind, protocol }) => ({ agent: id, protocol, kind: rankingOf({ kind }) })),
    packs: header.versions.packs,
    rules: header.versions.rules,
    customer: typeof customer === 'string' ? customer : JSON.stringify(customer),
    judges,
    seed,
    trials,
    selection: JSON.stringify(selection),
  }
}
