import { z } from 'zod'
import { EXIT, SageError } from '../../base/error.ts'
import { PriceList } from '../../metrics/prices.ts'
import type { StoredRun } from '../../storage/store.ts'
import { storedAgent } from '../agents/kinds.ts'
import { CustomerSetting, RecogniserSetting } from '../agents/party-settings.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { Bucket, Intensity, PlanSize } from '../settings/run-settings.ts'

/** The header of a run: what was asked for, of which versions. Enough to go on with it, score it and compare it again. */
export type StoredHeader = {
  readonly request: RunRequest
  readonly versions: { readonly packs: Readonly<Record<string, string>>; readonly rules: number }
  readonly catastrophes: readonly string[]
  /** pack -> file -> hash */
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** what changed while the run was stopped, where it went on all the same */
  readonly mixed: readonly string[]
  /** how many trials it will have, for whoever watches; older runs do not say */
  readonly planned?: number
}

const names = z.record(z.string(), z.string())
const amount = z.number().nullable().default(null)
const place = z.object({ file: z.string(), line: z.int(), column: z.int() })
const several = z.tuple([z.string()], z.string())

const Request: z.ZodType<RunRequest> = z.object({
  suite: z.string(),
  agents: z.array(storedAgent()),
  selection: z.object({
    packs: several,
    cases: z.array(z.string()),
    buckets: z.array(Bucket),
    tactics: z.array(z.string()),
    intensities: z.array(Intensity),
    own: z.boolean(),
    planned: PlanSize,
    failedIn: z.string().nullable().default(null),
  }),
  trials: z.int(),
  seed: z.int(),
  customer: CustomerSetting,
  recogniser: RecogniserSetting.default('lexical'),
  judges: z.array(z.string()),
  concurrency: z.int(),
  store: z.string(),
  out: z.string(),
  gates: z.array(z.object({ text: z.string(), at: place.nullable().default(null) })),
  baseline: z.string().nullable().default(null),
  prices: PriceList.default([]),
  providers: z
    .record(z.string(), z.object({ baseUrl: z.string(), keyEnv: z.string().nullable() }))
    .default({}),
  limits: z
    .object({ turns: amount, toolCalls: amount, tokens: amount, seconds: amount, usd: amount })
    .default({ turns: null, toolCalls: null, tokens: null, seconds: null, usd: null }),
  budget: z.object({ usd: amount, minutes: amount }).default({ usd: null, minutes: null }),
  workers: z.int().nullable().default(null),
  dryRun: z.boolean().default(false),
  // How it was asked for is no part of what it is.
  resume: z.unknown().transform(() => null),
})

const Header: z.ZodType<StoredHeader> = z.object({
  request: Request,
  versions: z.object({ packs: names, rules: z.int() }),
  catastrophes: z.array(z.string()),
  files: z.record(z.string(), names).default({}),
  mixed: z.array(z.string()).default([]),
  planned: z.int().exactOptional(),
})

export function readStoredHeader(run: StoredRun): StoredHeader {
  const reading = Header.safeParse(JSON.parse(run.header))
  if (reading.success) return reading.data
  throw new SageError('run-unreadable', `What run ${run.id} says of itself cannot be read.`, {
    hint: 'Another version of SAGE wrote it; go on with that one.',
    exit: EXIT.machinery,
    cause: reading.error,
  })
}

export const writeHeader = (header: StoredHeader): string => JSON.stringify(header)
