import { assert } from '../../base/assert.ts'
import { type AgentModule, moduleAgent } from '../../conversation/agent/module-agent.ts'
import { secretsIn } from '../../conversation/agent/without-secrets.ts'
import { loadModule } from './load-module.ts'
import type { AgentMaker } from './maker.ts'
import { ownToolsOf } from './own-tools.ts'

/** An agent that is a function of a module: loaded once a run. */
export const makeModule: AgentMaker = (agent) => {
  const { id, target, tools, options, stateless, outside } = agent
  assert(outside !== undefined, `agent ${id} was resolved without its outside settings`)
  const own = ownToolsOf(agent)
  let loading: Promise<AgentModule> | null = null
  const module = (): Promise<AgentModule> => {
    loading ??= loadModule(id, target[0])
    return loading
  }
  return {
    make: ({ aside }) =>
      moduleAgent({
        module,
        timeoutMs: outside.timeoutMs,
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
