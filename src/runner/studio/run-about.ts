import { z } from 'zod'
import type { RunAbout, RunRow } from '../../report/studio-views/run-row.ts'
import type { StoredRun } from '../../storage/store.ts'
import { Protocol } from '../agents/shared/agent-request.ts'
import { rankingOf } from '../runs/run-ledger.ts'
import { PlanSize } from '../settings/run-settings.ts'

/** What a list of runs says of one, read from its header alone. */
const Header = z.object({
  request: z.object({
    suite: z.string(),
    seed: z.int(),
    trials: z.int(),
    customer: z.unknown(),
    judges: z.array(z.string()),
    agents: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        protocol: Protocol,
        target: z.tuple([z.string()], z.string()),
      }),
    ),
    selection: z.object({
      packs: z.array(z.string()),
      cases: z.array(z.string()),
      buckets: z.array(z.string()),
      tactics: z.array(z.string()),
      intensities: z.array(z.number()),
      own: z.boolean(),
      planned: PlanSize,
    }),
  }),
  versions: z.object({ packs: z.record(z.string(), z.string()), rules: z.int() }),
  /** how many trials it will have */
  planned: z.int().optional(),
})
type Header = z.infer<typeof Header>

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

export const aboutRun = (run: StoredRun): RunAbout | null => {
  const header = headerOf(run)
  return header === undefined ? null : aboutOf(header)
}

export const plannedTrials = (run: StoredRun): number | null => headerOf(run)?.planned ?? null

function headerOf(run: StoredRun): Header | undefined {
  try {
    return Header.safeParse(JSON.parse(run.header)).data
  } catch {
    return undefined
  }
}

function aboutOf({ request, versions }: Header): RunAbout {
  const { packs: _, ...selection } = request.selection
  return {
    suite: request.suite,
    agents: request.agents.map(({ id, kind, target, protocol }) => ({
      agent: id,
      protocol,
      kind: rankingOf({ kind, target }),
    })),
    packs: versions.packs,
    rules: versions.rules,
    customer: typeof request.customer === 'string' ? request.customer : JSON.stringify(request.customer),
    judges: request.judges,
    seed: request.seed,
    trials: request.trials,
    selection: JSON.stringify(selection),
  }
}
