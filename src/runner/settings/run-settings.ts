import { z } from 'zod'

/**
 * The settings a run can be given, under the same names in sage.yaml, in suites and (repeatable ones in the singular)
 * as flags. One list, so that the three can never drift apart.
 */
export const Protocol = z.enum(['declared', 'observed'])
export const Bucket = z.enum(['resolvable', 'must-escalate', 'adversarial'])
export const Intensity = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export const PlanSize = z.enum(['none', 'small', 'standard', 'full'])
/** how an agent is given the SOP: whole in its prompt, through the desk's policy look-up, not at all, or only the steps now due */
export const SopMode = z.enum(['prompt', 'lookup', 'none', 'steps'])
export type SopMode = z.infer<typeof SopMode>
export type Protocol = z.infer<typeof Protocol>
export type PlanSize = z.infer<typeof PlanSize>

const name = z.string().min(1)
const AGENT_KINDS = ['reference', 'model', 'http', 'mcp', 'command', 'module'] as const
export const AgentKind = z.enum(AGENT_KINDS)
export type AgentKind = z.infer<typeof AgentKind>

/** Passed through to a model as they are. */
const modelSettings = {
  base_url: z.url().optional().describe('address of an OpenAI-compatible server'),
  key_env: name.optional().describe('name of the environment variable that holds the key'),
  temperature: z.number().min(0).max(2).optional(),
  seed: z.int().optional(),
  reasoning: z.enum(['none', 'low', 'medium', 'high']).optional(),
  max_output_tokens: z.int().min(1).optional(),
} as const
const WrittenModelSettings = z.strictObject(modelSettings).partial()
export type WrittenModelSettings = z.infer<typeof WrittenModelSettings>

/** An agent with settings of its own: exactly one of the kinds says what it is. */
const AgentSettings = z
  .strictObject({
    id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'letters, digits, dot, dash and underscore only'),
    reference: name.optional().describe('a built-in agent, under another id or with options'),
    model: name.optional().describe('provider:name'),
    http: z
      .url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' })
      .refine(
        (address) => !/^https?:\/\/[^/]*@/.test(address),
        'an address must not contain a name or password: use key_env',
      )
      .optional()
      .describe('address of a service that answers'),
    mcp: name.optional().describe('address or command of an MCP client of our desk'),
    command: z
      .union([name, z.array(name).min(1)])
      .optional()
      .describe('a program that speaks on stdin and stdout'),
    module: name
      .optional()
      .describe('path of a module, JavaScript or TypeScript, whose default export is the agent'),
    protocol: Protocol.optional(),
    sop: SopMode.optional().describe(
      'how the agent gets the SOP: prompt (all of it, the default), lookup (only through a tool), none, steps (only the sentences now due)',
    ),
    tools: z
      .enum(['ours', 'own'])
      .optional()
      .describe(
        'own: the agent uses its own tools and reports its calls; verdicts that need our desk are not judged',
      ),
    mapping: name.optional().describe('with tools: own, the file that maps its tools to the pack’s'),
    stateless: z
      .boolean()
      .optional()
      .describe(
        'true: the agent keeps no state between turns, so a stopped trial resumes without asking it again',
      ),
    headers_env: z
      .record(z.string().regex(/^[A-Za-z0-9-]+$/, 'the name of a header'), name)
      .optional()
      .describe('http: headers to send, each with the name of the environment variable that holds its value'),
    timeout_seconds: z
      .number()
      .positive()
      .max(3600)
      .optional()
      .describe('maximum time for an answer (default 120; for a model 180 per attempt)'),
    ...modelSettings,
    options: z.record(z.string(), z.json()).optional().describe('passed to the agent unchanged'),
  })
  .refine((agent) => kindsOf(agent).length === 1, {
    error: `an agent is exactly one of ${AGENT_KINDS.join(', ')}`,
  })
export type AgentSettings = z.infer<typeof AgentSettings>

export const kindsOf = (agent: Partial<Record<AgentKind, unknown>>): readonly AgentKind[] =>
  AGENT_KINDS.filter((kind) => agent[kind] !== undefined)

export const AgentEntry = z.union([name, AgentSettings])
export type AgentEntry = z.infer<typeof AgentEntry>

/** Which cases run, how often and with whom: what suites and sage.yaml have in common. */
export const selectionSettings = {
  agents: z.array(AgentEntry).min(1).optional().describe('built-in agents by name, or your own agents'),
  packs: z
    .union([z.literal('all'), z.array(name).min(1)])
    .optional()
    .describe('ids or folders of packs'),
  cases: z.array(name).min(1).optional().describe('only these: pack/case'),
  buckets: z.array(Bucket).min(1).optional(),
  intensities: z.array(Intensity).min(1).optional().describe("instead of each case's own"),
  tactics: z.array(name).min(1).optional(),
  own: z.boolean().optional().describe("the packs' own cases"),
  planned: PlanSize.optional().describe('cases planned from the graph'),
  trials: z.int().min(1).max(1000).optional().describe('conversations per case and agent'),
  protocol: Protocol.optional(),
}

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

/** A model that plays a part beside the agent: the customer, the recogniser. */
const ModelParty = z.strictObject({ model: name.describe('provider:name'), ...modelSettings })
export type ModelParty = z.infer<typeof ModelParty>

export const CustomerSetting = z.union([z.literal('scripted'), ModelParty])
export type CustomerSetting = z.infer<typeof CustomerSetting>

/** who says what an agent's words did, where it does not report itself (observed protocol) */
export const RecogniserSetting = z.union([z.literal('lexical'), ModelParty])
export type RecogniserSetting = z.infer<typeof RecogniserSetting>
