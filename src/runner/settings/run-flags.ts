import { z } from 'zod'
import { Protocol } from '../agents/shared/agent-request.ts'
import { Bucket, Intensity } from './run-settings.ts'

/** What the command line of `sage run` said, checked; absent means: not said. */
export const RunFlags = z.strictObject({
  config: z.string().optional(),
  suite: z.string().optional(),
  agent: z.array(z.string()).default([]),
  pack: z.array(z.string()).default([]),
  case: z.array(z.string()).default([]),
  bucket: z.array(Bucket).default([]),
  intensity: z.array(Intensity).default([]),
  tactic: z.array(z.string()).default([]),
  failed: z.union([z.string(), z.literal(true)]).optional(),
  gate: z.array(z.string()).default([]),
  /** false: --no-gates */
  gates: z.boolean().default(true),
  trials: z.int().min(1).max(1000).optional(),
  seed: z.int().min(0).optional(),
  protocol: Protocol.optional(),
  customer: z.string().optional(),
  reader: z.string().optional(),
  concurrency: z.int().min(1).max(10_000).optional(),
  store: z.string().optional(),
  out: z.string().optional(),
  dryRun: z.boolean().default(false),
  resume: z.union([z.string(), z.literal(true)]).optional(),
  force: z.boolean().default(false),
  /** play a run of a PostgreSQL store in this process */
  local: z.boolean().default(false),
})
export type RunFlags = z.infer<typeof RunFlags>
