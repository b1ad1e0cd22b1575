import { secretsIn } from '../../../base/secrets.ts'
import { type AgentModule, moduleAgent } from '../../../conversation/agent/module-agent.ts'
import type { AgentMaker } from '../shared/agent-maker.ts'
import { openOwnTools } from '../shared/own-tools.ts'
import { loadModule } from './load-module.ts'
import type { ModuleRequest } from './request.ts'

/** An agent that is a function of a module: loaded once a run. */
export const makeModule: AgentMaker<ModuleRequest> = (agent) => {
  const { id, target, tools, options, stateless, timeoutMs } = agent
  const own = openOwnTools(agent)
  let loading: Promise<AgentModule> | null = null
  const module = (): Promise<AgentModule> => {
    loading ??= loadModule(id, target[0])
    return loading
  }
  return {
    make: ({ aside }) =>
      moduleAgent({
        module,
        timeoutMs,
        options,
        tools,
        mapCall: own.mapCall,
        stateless,
        secrets: secretsIn(process.env),
        aside,
      }),
    prepare: async (packs) => {
      own.check(packs)
      await module()
    },
  }
}
