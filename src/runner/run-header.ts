import { z } from 'zod'
import { EXIT, SageError } from '../base/error.ts'
import type { Case, Pack } from '../cases/case.ts'
import type { StoredRun } from '../storage/store.ts'
import { plannedCases } from './load-cases.ts'
import { AgentKind, PlanSize, Protocol } from './run-settings.ts'

/** What a stored run says of itself, as far as its trials can be judged again from it. */
const RunHeader = z.object({
  request: z.object({ seed: z.int(), selection: z.object({ planned: PlanSize }) }),
  versions: z.object({ packs: z.record(z.string(), z.string()) }),
})
export type RunHeader = z.infer<typeof RunHeader>

export const readRunHeader = (run: StoredRun): RunHeader => parsed(run, RunHeader)

function parsed<Schema extends z.ZodType>(run: StoredRun, schema: Schema): z.output<Schema> {
  const reading = schema.safeParse(JSON.parse(run.header))
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
        kind: AgentKind,
        protocol: Protocol,
        target: z.tuple([z.string()], z.string()),
      }),
    ),
  }),
  versions: z.object({ packs: z.record(z.string(), z.string()), rules: z.int() }),
  catastrophes: z.array(z.string()),
})
export type ReportableHeader = z.infer<typeof Reportable>

export const readReportable = (run: StoredRun): ReportableHeader => parsed(run, Reportable)
