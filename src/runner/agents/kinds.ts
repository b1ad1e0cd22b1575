import { z } from 'zod'
import { assert } from '../../base/assert.ts'
import { command } from './command/kind.ts'
import { http } from './http/kind.ts'
import { mcp } from './mcp/kind.ts'
import { model } from './model/kind.ts'
import { module } from './module/kind.ts'
import { reference } from './reference/kind.ts'
import type { AgentKind, RequestOf } from './shared/agent-kind.ts'
import type { AgentBase, CustomAgent } from './shared/agent-request.ts'
import type { Destination } from './shared/destination.ts'

/** Every kind of agent SAGE knows. One line a kind; whoever passes a longer list adds kinds. */
const KINDS = [reference, model, http, mcp, command, module] as const

/** A resolved agent. Each kind has exactly the members its maker needs. */
export type AgentRequest = RequestOf<(typeof KINDS)[number]> | CustomAgent

/** In a list the first kind that recognises a word wins. */
export type AgentKinds = readonly AgentKind<AgentRequest>[]
export const AGENT_KINDS: AgentKinds = KINDS

export function kindOf(
  { kind }: Pick<AgentBase, 'kind'>,
  kinds: AgentKinds = AGENT_KINDS,
): AgentKinds[number] {
  const found = kinds.find(({ name }) => name === kind)
  assert(found !== undefined, `an agent of kind ${kind}, which is not in the list`)
  return found
}

export const whereTextGoes = (agent: AgentRequest, kinds: AgentKinds = AGENT_KINDS): Destination =>
  kindOf(agent, kinds).whereTextGoes(agent)

/** Reads the agent of a stored run: each kind reads its own. */
export const storedAgent = (kinds: AgentKinds = AGENT_KINDS): z.ZodType<AgentRequest> =>
  z
    .looseObject({ kind: z.enum(kinds.map(({ name }) => name)) })
    .transform((stored, context): AgentRequest => {
      const reading = kindOf(stored, kinds).stored.safeParse(stored)
      if (reading.success) return reading.data
      for (const { path, message } of reading.error.issues)
        context.issues.push({ code: 'custom', path: [...path], message, input: stored })
      return z.NEVER
    })
