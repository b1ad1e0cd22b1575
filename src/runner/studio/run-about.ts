import type { RunAbout, RunRow } from '../../report/studio-views/run-row.ts'
import type { StoredRun } from '../../storage/store.ts'
import { runHeaderIfReadable } from '../runs/run-header.ts'
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

/** A writer says every few seconds that it lives; one that was killed says nothing, and stays in the store as its writer. */
const SILENT_MS = 45_000

export const isWritten = ({ finishedAt, writer, heartbeat }: StoredRun, now: number): boolean =>
  finishedAt === null && writer !== null && heartbeat !== null && now - Date.parse(heartbeat) < SILENT_MS

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
