import { z } from 'zod'
import { assert } from '../../base/assert.ts'
import type { AgentKinds } from '../agents/kinds.ts'
import { Protocol, SopMode } from '../agents/shared/agent-request.ts'

/**
 * The settings a run can be given, under the same names in sage.yaml, in suites and (repeatable ones in the singular)
 * as flags. One list, so that the three can never drift apart.
 */
export const Bucket = z.enum(['resolvable', 'must-escalate', 'adversarial'])
export const Intensity = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
/** `own`: each case's own; beside it the planned cases also run at the others, where pressure leaves the truth alone. */
export const Intensities = z.array(z.union([z.literal('own'), Intensity]))
export const PlanSize = z.enum(['none', 'small', 'standard', 'full', 'wide', 'disturbed'])
export type PlanSize = z.infer<typeof PlanSize>

/** Forks of a run's own trials. */
const ForkSettings = z.strictObject({
  at: z
    .enum(['trap', 'divergence'])
    .default('trap')
    .describe('trap: of adversarial cases; divergence: where a failed trial first left the procedure'),
  n: z.int().min(1).max(1000).default(10).describe('samples of each decision'),
  to_end: z.boolean().default(false).describe('play each sample to the end, not only the next turn'),
})

const name = z.string().min(1)

/** An agent with settings of its own. Its kind reads the keys that are not listed here. */
export type AgentSettings = {
  readonly id: string
  readonly protocol?: Protocol | undefined
  readonly sop?: SopMode | undefined
  readonly [key: string]: unknown
}
export type AgentEntry = string | AgentSettings

/** The kinds whose key an agent has; exactly one in what the schema let through. */
export const kindsOf = <Kind extends { readonly name: string }>(
  agent: AgentSettings,
  kinds: readonly Kind[],
): readonly Kind[] => kinds.filter((kind) => agent[kind.name] !== undefined)

const agentSettings = (kinds: AgentKinds): z.ZodType<AgentSettings> =>
  z
    .strictObject({
      id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'letters, digits, dot, dash and underscore only'),
      ...Object.fromEntries(kinds.map((kind) => [kind.name, kind.target.optional()])),
      protocol: Protocol.optional(),
      sop: SopMode.optional().describe(
        'how the agent gets the SOP: prompt (all of it, the default), lookup (only through a tool), none, steps (only the sentences now due)',
      ),
      ...settingsOf(kinds),
    })
    .refine((agent) => kindsOf(agent, kinds).length === 1, {
      error: `an agent is exactly one of ${kinds.map((kind) => kind.name).join(', ')}`,
    })

/** The keys of all kinds. A key that two kinds share means the same in both. */
function settingsOf(kinds: AgentKinds): Record<string, z.core.$ZodType> {
  const all: Record<string, z.core.$ZodType> = {}
  for (const { name: kind, settings } of kinds)
    for (const [key, schema] of Object.entries(settings)) {
      assert(
        all[key] === undefined || all[key] === schema,
        `kind ${kind} declares the setting ${key} differently from another kind`,
      )
      all[key] = schema
    }
  return all
}

/** Which cases run, how often and with whom: what suites and sage.yaml have in common. */
export const selectionSettings = (kinds: AgentKinds) => ({
  agents: z
    .array(z.union([name, agentSettings(kinds)]))
    .min(1)
    .optional()
    .describe('built-in agents by name, or your own agents'),
  packs: z
    .union([z.literal('all'), z.array(name).min(1)])
    .optional()
    .describe('ids or folders of packs'),
  cases: z.array(name).min(1).optional().describe('only these: pack/case'),
  buckets: z.array(Bucket).min(1).optional(),
  intensities: Intensities.min(1)
    .optional()
    .describe(
      "instead of each case's own; [own, 0, 3]: that, and planned cases at 0 and 3 too, where it changes nothing but the pressure",
    ),
  tactics: z.array(name).min(1).optional(),
  own: z.boolean().optional().describe("the packs' own cases"),
  planned: PlanSize.optional().describe(
    'cases planned from the graph; wide: small at every intensity, and every path, boundary and interrupt once; disturbed: the packs’ own cases, at intensity 0, on a desk with faults of three levels',
  ),
  trials: z.int().min(1).max(1000).optional().describe('conversations per case and agent'),
  protocol: Protocol.optional(),
  forks: ForkSettings.optional().describe(
    'after each trial: replay it to a decision and sample the next turn again',
  ),
})

/** Servers of one's own. Keys never stand in a file: only the name of the environment variable that holds one. */
export const Providers = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9_-]*$/, 'small letters, digits, dash and underscore only'),
  z.strictObject({
    base_url: z.url().describe('address up to and without /chat/completions'),
    key_env: name
      .optional()
      .describe('name of the environment variable that holds the key; absent: no key is needed'),
  }),
)
