import { secretsIn } from '../../../base/secrets.ts'
import { commandAgent } from '../../../conversation/agent/command-agent.ts'
import { openCommandPool } from '../../../conversation/agent/command-pool.ts'
import { startCommand } from '../../../conversation/agent/command-process.ts'
import { holdLine } from '../../../conversation/desk/line.ts'
import type { AgentMaker } from '../shared/agent-maker.ts'
import { commandOf } from '../shared/command-line.ts'
import { openDeskHost } from '../shared/desk-host.ts'
import { openOwnTools } from '../shared/own-tools.ts'
import type { CommandRequest } from './request.ts'

/** An agent that is a program on standard input and output: one pool of processes a run. */
export const makeCommand: AgentMaker<CommandRequest> = (agent) => {
  const { id, target, tools, options, stateless, folder, timeoutMs } = agent
  const command = commandOf(id, target, { folder, environment: process.env })
  const own = openOwnTools(agent)
  const host = openDeskHost()
  const pool = openCommandPool(() => startCommand(command))
  return {
    make: ({ aside }) =>
      commandAgent({
        pool,
        timeoutMs,
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
