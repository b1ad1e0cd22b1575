import { z } from 'zod'
import { usageError } from '../../base/error.ts'
import { command } from './command/kind.ts'
import { http } from './http/kind.ts'
import { mcp } from './mcp/kind.ts'
import { model } from './model/kind.ts'
import { module } from './module/kind.ts'
import { reference } from './reference/kind.ts'
import type { AgentKind, RequestOf } from './shared/agent-kind.ts'
import { type AgentBase, type CustomAgent, customKind, storedBase } from './shared/agent-request.ts'
import type { Destination } from './shared/destination.ts'

/** Every kind of agent SAGE knows, one line each. Those of a project's plugins come beside them (`own`). */
const KINDS = [reference, model, http, mcp, command, module] as const

/** A resolved agent. Each kind has exactly the members its maker needs. */
export type AgentRequest = RequestOf<(typeof KINDS)[number]> | CustomAgent

/** In a list the first kind that recognises a word wins. */
export type AgentKinds = readonly AgentKind<AgentRequest>[]
export const AGENT_KINDS: AgentKinds = KINDS

/** Those of plugins first: `rasa:` would else be a provider of models. */
export const agentKinds = (own: AgentKinds = []): AgentKinds => [...own, ...KINDS]

export function kindOf({ kind }: Pick<AgentBase, 'kind'>, own?: AgentKinds): AgentKinds[number] {
  const kinds = agentKinds(own)
  const found = kinds.find(({ name }) => name === kind)
  if (found !== undefined) return found
  const known = kinds.map(({ name }) => name).join(', ')
  throw usageError('unknown-agent-kind', `There is no agent kind "${kind}".`, `Known kinds: ${known}.`)
}

export const whereTextGoes = (agent: AgentRequest, own?: AgentKinds): Destination =>
  kindOf(agent, own).whereTextGoes(agent)

/** An agent of a kind that is not in the list: a run with a kind of the user's own is shown and compared without it. */
const storedCustom = z.looseObject({
  ...storedBase,
  kind: z.string().transform(customKind),
  tools: z.enum(['ours', 'own']),
})

/** Reads the agent of a stored run: each kind reads its own. */
export const storedAgent = (own?: AgentKinds): z.ZodType<AgentRequest> =>
  z.looseObject({ kind: z.string() }).transform((stored, context): AgentRequest => {
    const known = agentKinds(own).find(({ name }) => name === stored.kind)
    const reading = (known?.stored ?? storedCustom).safeParse(stored)
    if (reading.success) return reading.data
    for (const { path, message } of reading.error.issues)
      context.issues.push({ code: 'custom', path: [...path], message, input: stored })
    return z.NEVER
  })
