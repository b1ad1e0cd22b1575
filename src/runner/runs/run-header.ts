import { z } from 'zod'
import { EXIT, SageError } from '../../base/error.ts'
import type { Case, Pack } from '../../cases/case.ts'
import type { NewRun, StoredRun } from '../../storage/store.ts'
import { Protocol, SopMode } from '../agents/shared/agent-request.ts'
import { plannedCases } from '../packs/load-cases.ts'
import { PlanSize } from '../settings/run-settings.ts'

/** What a stored run says of itself, as far as its trials can be judged again from it. */
const RunHeader = z.object({
  request: z.object({ seed: z.int(), selection: z.object({ planned: PlanSize }) }),
  versions: z.object({ packs: z.record(z.string(), z.string()) }),
})
export type RunHeader = z.infer<typeof RunHeader>

/** Undefined where it is lost: a run saved from a damaged store may have nothing but its trials. */
export function headerIfWhole(run: NewRun): RunHeader | undefined {
  const reading = RunHeader.safeParse(asJson(run.header))
  return reading.success ? reading.data : undefined
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const readRunHeader = (run: NewRun): RunHeader => parsed(run, RunHeader)

function parsed<Schema extends z.ZodType>(run: NewRun, schema: Schema): z.output<Schema> {
  const reading = schema.safeParse(asJson(run.header))
  if (reading.success) return reading.data
  throw new SageError('run-unreadable', `What run ${run.id} says of itself cannot be read.`, {
    hint: 'Another version of SAGE wrote it; use that one.',
    exit: EXIT.machinery,
    cause: reading.error,
  })
}

/** Every case a run may have played: the pack's own, and those it planned, made again from the same seed. */
export function casesOfRun(pack: Pack, { request }: RunHeader): readonly Case[] {
  const { planned } = request.selection
  return planned === 'none' ? pack.cases : [...pack.cases, ...plannedCases(pack, planned, request.seed)]
}

/** What two runs must have in common to be compared. */
export type ComparableHeader = {
  readonly agents: readonly { readonly id: string; readonly protocol: string }[]
  readonly packs: Readonly<Record<string, string>>
  readonly rules: number
  readonly customer: string
  readonly seed: number
  /** the packs' own kinds of catastrophe */
  readonly catastrophes: readonly string[]
}

const Comparable = z.object({
  request: z.object({
    seed: z.int(),
    customer: z.unknown(),
    agents: z.array(z.object({ id: z.string(), protocol: z.string() })),
  }),
  versions: z.object({ packs: z.record(z.string(), z.string()), rules: z.int() }),
  catastrophes: z.array(z.string()),
})

export function readComparable(run: StoredRun): ComparableHeader {
  const { request, versions, catastrophes } = parsed(run, Comparable)
  return { ...comparableOf(request), ...versions, catastrophes }
}

/** The part of it that a request says. */
export const comparableOf = (request: {
  readonly agents: ComparableHeader['agents']
  readonly customer?: unknown
  readonly seed: number
}): Pick<ComparableHeader, 'agents' | 'customer' | 'seed'> => ({
  agents: request.agents.map(({ id, protocol }) => ({ id, protocol })),
  customer: typeof request.customer === 'string' ? request.customer : JSON.stringify(request.customer),
  seed: request.seed,
})

/** What a report says of a run besides its trials. */
const Reportable = z.object({
  request: z.object({
    suite: z.string(),
    judges: z.array(z.string()),
    gates: z.array(z.object({ text: z.string() })),
    baseline: z.string().nullable().default(null),
    agents: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        protocol: Protocol,
        target: z.tuple([z.string()], z.string()),
        sop: SopMode.optional(),
        tools: z.enum(['ours', 'own']).optional(),
      }),
    ),
  }),
  versions: z.object({ packs: z.record(z.string(), z.string()), rules: z.int() }),
  catastrophes: z.array(z.string()),
  mixed: z.array(z.string()).default([]),
})
export type ReportableHeader = z.infer<typeof Reportable>

export const readReportable = (run: StoredRun): ReportableHeader => parsed(run, Reportable)

/** What judges need to know of a stored run: who played, who rated, and from which packs. */
const Judgeable = z.object({
  request: z.object({
    judges: z.array(z.string()),
    selection: z.object({ packs: z.array(z.string()) }),
    agents: z.array(
      z.object({ id: z.string(), kind: z.string(), target: z.tuple([z.string()], z.string()) }),
    ),
  }),
  versions: z.object({ packs: z.record(z.string(), z.string()) }),
})

export const readJudgeable = (run: StoredRun): z.infer<typeof Judgeable> => parsed(run, Judgeable)

const Loose = z.looseObject({ request: z.looseObject({ judges: z.array(z.string()) }) })

/** The run's own words with more judges; the same text where they were there already. */
export function headerWithJudges(run: StoredRun, judges: readonly string[]): string {
  const header = parsed(run, Loose)
  const all = [...new Set([...header.request.judges, ...judges])]
  if (all.length === header.request.judges.length) return run.header
  return JSON.stringify({ ...header, request: { ...header.request, judges: all } })
}
