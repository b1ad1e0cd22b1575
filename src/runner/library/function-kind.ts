import { z } from 'zod'
import { secretsIn } from '../../base/secrets.ts'
import { type ModuleDesk, moduleAgent } from '../../conversation/agent/module-agent.ts'
import type { Turn, TurnAnswer } from '../../conversation/protocol/wire.ts'
import type { AgentKinds } from '../agents/kinds.ts'
import { AGENT_KINDS } from '../agents/kinds.ts'
import type { AgentKind } from '../agents/shared/agent-kind.ts'
import { type CustomAgent, customKind, storedBase } from '../agents/shared/agent-request.ts'

/** An agent as a function: what a module exports, handed over as it is. */
export type AgentFunction = (turn: Turn, desk: ModuleDesk) => TurnAnswer | Promise<TurnAnswer>

const NAME = 'function'
const TIMEOUT_MS = 120_000

/** Our kinds, and one whose only agent is this function. Nothing of it is stored but its name: a run of it cannot be resumed elsewhere. */
export const kindsWith = (reply: AgentFunction): AgentKinds => [functionKind(reply), ...AGENT_KINDS]

const functionKind = (reply: AgentFunction): AgentKind<CustomAgent> => ({
  name: NAME,
  target: z.string(),
  settings: {},
  docs: null,
  word: null,
  recognise: (word) => (word.startsWith(`${NAME}/`) ? word.slice(NAME.length + 1) : null),
  resolve: ({ id, protocol, sop, target }) => ({
    agent: { id, protocol, sop, target, kind: customKind(NAME), tools: 'ours' },
  }),
  whereTextGoes: () => ({ to: 'program', command: 'a function of yours' }),
  stored: z
    .object({
      ...storedBase,
      kind: z.string().transform(customKind),
      tools: z.literal('ours').default('ours'),
    })
    .readonly(),
  make: async () => ({
    make: ({ aside }) =>
      moduleAgent({
        module: async () => ({ reply, stateless: true, close: null }),
        timeoutMs: TIMEOUT_MS,
        options: {},
        tools: 'ours',
        mapCall: (call) => call,
        stateless: true,
        secrets: secretsIn(process.env),
        aside,
      }),
  }),
})

/** The word by which the function is named among the agents of a run. */
export const functionWord = (id: string): string => `${NAME}/${id}`
