import { z } from 'zod'
import { PriceList } from '../../metrics/prices.ts'
import { storedAgent } from '../agents/kinds.ts'
import { CustomerSetting, ReaderSetting } from '../agents/party-settings.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { Bucket, Intensities, PlanSize } from '../settings/run-settings.ts'

const amount = z.number().nullable()
const place = z.object({ file: z.string(), line: z.int(), column: z.int() })
const several = z.tuple([z.string()], z.string())

/** A run's request as its header stores it. */
export const StoredRequest: z.ZodType<RunRequest> = z.object({
  suite: z.string(),
  agents: z.array(storedAgent()),
  selection: z.object({
    packs: several,
    cases: z.array(z.string()),
    buckets: z.array(Bucket),
    tactics: z.array(z.string()),
    intensities: Intensities,
    own: z.boolean(),
    planned: PlanSize,
    failedIn: z.string().nullable(),
  }),
  trials: z.int(),
  seed: z.int(),
  forks: z
    .object({ at: z.enum(['trap', 'divergence']), n: z.int(), until: z.enum(['turn', 'end']) })
    .nullable(),
  customer: CustomerSetting,
  reader: ReaderSetting,
  judges: z.array(z.string()),
  concurrency: z.int(),
  store: z.string(),
  out: z.string(),
  gates: z.array(
    z.object({
      text: z.string(),
      at: place.nullable(),
      isDefault: z.boolean().exactOptional(),
    }),
  ),
  baseline: z.string().nullable(),
  prices: PriceList,
  providers: z.record(z.string(), z.object({ baseUrl: z.string(), keyEnv: z.string().nullable() })),
  limits: z.object({ turns: amount, toolCalls: amount, tokens: amount, seconds: amount, usd: amount }),
  budget: z.object({ usd: amount, minutes: amount }),
  dryRun: z.boolean(),
  // Whether a session starts or resumes the run is not part of the run.
  resume: z.unknown().transform(() => null),
})
