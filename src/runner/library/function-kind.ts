import { type AgentKinds, agentKinds } from '../agents/kinds.ts'
import { type AgentFunction, functionKind } from '../agents/shared/function-kind.ts'

const NAME = 'function'

/** All kinds, and before them one whose only agent is this function. Only its name is stored: a run of it cannot be resumed elsewhere. */
export const kindsWith = (reply: AgentFunction): AgentKinds => [
  functionKind({ name: NAME, title: 'a function of yours', open: () => reply, stateless: true }),
  ...agentKinds(),
]

/** The word by which the function is named among the agents of a run. */
export const functionWord = (id: string): string => `${NAME}:${id}`
