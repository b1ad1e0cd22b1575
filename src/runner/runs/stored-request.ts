import { z } from 'zod'
import { PriceList } from '../../metrics/prices.ts'
import { storedAgent } from '../agents/kinds.ts'
import { CustomerSetting, ReaderSetting } from '../agents/party-settings.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { Bucket, Intensity, PlanSize } from '../settings/run-settings.ts'

const amount = z.number().nullable().default(null)
const place = z.object({ file: z.string(), line: z.int(), column: z.int() })
const several = z.tuple([z.string()], z.string())

/** A run's request as its header stores it. Settings that older versions did not know have a default. */
export const StoredRequest: z.ZodType<RunRequest> = z.object({
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
  forks: z
    .object({ at: z.enum(['trap', 'divergence']), n: z.int(), until: z.enum(['turn', 'end']) })
    .nullable()
    .default(null),
  customer: CustomerSetting,
  reader: ReaderSetting.default('lexical'),
  judges: z.array(z.string()),
  concurrency: z.int(),
  store: z.string(),
  out: z.string(),
  gates: z.array(
    z.object({
      text: z.string(),
      at: place.nullable().default(null),
      isDefault: z.boolean().exactOptional(),
    }),
  ),
  baseline: z.string().nullable().default(null),
  prices: PriceList.default([]),
  providers: z
    .record(z.string(), z.object({ baseUrl: z.string(), keyEnv: z.string().nullable() }))
    .default({}),
  limits: z
    .object({ turns: amount, toolCalls: amount, tokens: amount, seconds: amount, usd: amount })
    .default({ turns: null, toolCalls: null, tokens: null, seconds: null, usd: null }),
  budget: z.object({ usd: amount, minutes: amount }).default({ usd: null, minutes: null }),
  dryRun: z.boolean().default(false),
  // Whether a session starts or resumes the run is not part of the run.
  resume: z.unknown().transform(() => null),
})
