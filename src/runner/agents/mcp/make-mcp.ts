import { secretsIn } from '../../../base/secrets.ts'
import { type Command, startCommand } from '../../../conversation/agent/command-process.ts'
import { pause } from '../../../conversation/agent/deadline.ts'
import { type Guest, mcpAgent } from '../../../conversation/agent/mcp-agent.ts'
import { announceDesk } from '../../../conversation/agent/mcp-announce.ts'
import { withoutSecrets } from '../../../conversation/agent/without-secrets.ts'
import type { PartyChannel } from '../../../conversation/protocol/party-channel.ts'
import type { DeskAddress } from '../../../conversation/protocol/wire.ts'
import type { AgentMaker } from '../shared/agent-maker.ts'
import { commandOf } from '../shared/command-line.ts'
import { openPool } from '../shared/connections.ts'
import { openDeskHost } from '../shared/desk-host.ts'
import { headersOf } from '../shared/environment.ts'
import { isService, type McpRequest } from './request.ts'

/**
 * An agent that is an MCP client of our desk: a command that is started for each trial with the desk's address and token
 * in its environment, or a service that is told them. All desks of a run stand on one port.
 */
export const makeMcp: AgentMaker<McpRequest> = (agent) => {
  const host = openDeskHost()
  const pool = openPool()
  const invite = invitation(agent, pool)
  return {
    make: ({ aside }) =>
      mcpAgent({
        aside,
        serve: host.serve,
        timeoutMs: agent.timeoutMs,
        invite: (desk) => invite(desk, aside),
      }),
    finish: async () => {
      await host.close()
      await pool.close()
    },
  }
}

type Invite = (desk: DeskAddress, aside: PartyChannel) => Promise<Guest>

/** A service stays when the trial is over: it is not ours to end. */
const STAYS: Guest = { left: new Promise(() => undefined), dismiss: async () => undefined }

function invitation(agent: McpRequest, pool: ReturnType<typeof openPool>): Invite {
  const { folder } = agent
  const [address] = agent.target
  if (!isService(agent)) {
    const command = commandOf(agent.id, agent.target, { folder, environment: process.env })
    return (desk) => start(command, desk)
  }
  const { headers, secrets } = headersOf(agent, process.env)
  return async (desk, aside) => {
    await announceDesk({ address, headers, secrets, dispatcher: await pool.get(), wait: pause, aside }, desk)
    return STAYS
  }
}

async function start(command: Command, desk: DeskAddress): Promise<Guest> {
  const environment = {
    ...command.environment,
    SAGE_DESK_ADDRESS: desk.address,
    SAGE_DESK_MCP: desk.mcp,
    SAGE_DESK_TOKEN: desk.token,
  }
  const client = startCommand({ ...command, environment })
  const secrets = [...secretsIn(command.environment), desk.token]
  return {
    left: client.exited.then(({ code, about }) => ({
      failed: code !== 0,
      about: withoutSecrets(about, secrets),
    })),
    dismiss: client.stop,
  }
}
