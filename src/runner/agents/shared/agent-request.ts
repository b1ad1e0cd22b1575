import { z } from 'zod'

/** How an agent takes part: it reports each step, or its words are recognised. */
export const Protocol = z.enum(['declared', 'observed'])
export type Protocol = z.infer<typeof Protocol>

/** How an agent is given the SOP: whole in its prompt, through the desk's policy look-up, not at all, or only the steps now due. */
export const SopMode = z.enum(['prompt', 'lookup', 'none', 'steps'])
export type SopMode = z.infer<typeof SopMode>

/** What every resolved agent says, whatever its kind. The engine and the reports read nothing else. */
export type AgentBase = {
  readonly id: string
  readonly kind: string
  readonly protocol: Protocol
  /** what the kind is given: a reference's name, `provider:name`, an address, a command with its arguments, a file */
  readonly target: readonly [string, ...string[]]
  readonly sop: SopMode
  /** own: it keeps its tools and reports its calls */
  readonly tools: 'ours' | 'own'
}

declare const custom: unique symbol
/** The name of a kind that is not one of ours. Branded, so that a misspelt name of ours is no custom kind. */
export type CustomKind = string & { readonly [custom]: true }
export const customKind = (name: string): CustomKind => name as CustomKind
export type CustomAgent = AgentBase & { readonly kind: CustomKind }

/** Members of stored agents. */
export const storedBase = {
  id: z.string(),
  protocol: Protocol,
  target: z.tuple([z.string()], z.string()).readonly(),
  sop: SopMode,
}
export const oursOnly = { tools: z.literal('ours') }
export const storedOptions = {
  options: z.record(z.string(), z.json()).readonly(),
  stateless: z.boolean(),
}
export const storedService = {
  /** header -> the environment variable that holds its value */
  headersEnv: z.record(z.string(), z.string()).readonly(),
  /** the environment variable that holds the bearer key */
  keyEnv: z.string().nullable(),
}

/** An agent that may keep its own tools. A mapping file exists only with own tools. */
export const withOwnTools = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.union([
    z.object({ ...shape, ...oursOnly, mapping: z.null() }).readonly(),
    z.object({ ...shape, tools: z.literal('own'), mapping: z.string().nullable() }).readonly(),
  ])
