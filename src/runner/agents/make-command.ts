import { assert } from '../../base/assert.ts'
import { commandAgent } from '../../conversation/agent/command-agent.ts'
import { openCommandPool } from '../../conversation/agent/command-pool.ts'
import { startCommand } from '../../conversation/agent/command-process.ts'
import { secretsIn } from '../../conversation/agent/without-secrets.ts'
import { holdLine } from '../../conversation/desk/line.ts'
import { commandOf } from './command-line.ts'
import { openDeskHost } from './desk-host.ts'
import type { AgentMaker } from './maker.ts'
import { ownToolsOf } from './own-tools.ts'

/** An agent that is a program on standard input and output: one pool of processes a run. */
export const makeCommand: AgentMaker = (agent) => {
  const { id, target, tools, options, stateless, outside } = agent
  assert(outside !== undefined, `agent ${id} was resolved without its outside settings`)
  const command = commandOf(id, target, { folder: outside.folder, environment: process.env })
  const own = ownToolsOf(agent)
  const host = openDeskHost()
  const pool = openCommandPool(() => startCommand(command))
  return {
    make: ({ aside }) =>
      commandAgent({
        pool,
        timeoutMs: outside.timeoutMs,
        options,
        tools,
        mapCall: own.mapCall,
        stateless,
        secrets: secretsIn(process.env),
        aside,
        line: tools === 'own' ? null : holdLine(aside, host.serve),
      }),
    prepare: async (packs) => own.check(packs),
    finish: async () => {
      await pool.close()
      await host.close()
    },
  }
}
