import { assert } from '../../base/assert.ts'
import { EXIT, SageError, usageError } from '../../base/error.ts'
import { type Command, startCommand } from '../../conversation/agent/command-process.ts'
import { postJson } from '../../conversation/agent/http-post.ts'
import { type Guest, mcpAgent } from '../../conversation/agent/mcp-agent.ts'
import type { DeskAddress } from '../../conversation/agent/wire.ts'
import { secretsIn, withoutSecrets } from '../../conversation/agent/without-secrets.ts'
import { openDeskHost } from '../desk-host.ts'
import { commandOf } from './command-line.ts'
import { openPool } from './connections.ts'
import type { AgentMaker } from './maker.ts'

/**
 * An agent that is an MCP client of our desk: a command that is started for each trial with the desk's address and token
 * in its environment, or a service that is told them. All desks of a run stand on one port.
 */
export const makeMcp: AgentMaker = ({ id, target, tools, outside }) => {
  assert(outside !== undefined, `agent ${id} was resolved without its outside settings`)
  if (tools === 'own') {
    throw usageError(
      'mcp-own-tools',
      `Agent "${id}" is a client of this desk and cannot keep tools of its own.`,
      'Use http:, command: or module: with tools: own.',
    )
  }
  const host = openDeskHost()
  const pool = openPool()
  const isService = /^https?:\/\//.test(target[0])
  const command = isService
    ? null
    : commandOf(id, target, { folder: outside.folder, environment: process.env })
  return {
    make: ({ aside }) =>
      mcpAgent({
        aside,
        serve: host.serve,
        timeoutMs: outside.timeoutMs,
        invite: (desk) => (command === null ? announce(target[0], desk) : start(command, desk)),
      }),
    finish: async () => {
      await host.close()
      await pool.close()
    },
  }

  async function announce(address: string, desk: DeskAddress): Promise<Guest> {
    const posted = await postJson(await pool.get(), {
      address,
      headers: {},
      body: JSON.stringify({ sage: 1, desk }),
      stop: NEVER.signal,
      timeoutMs: ANNOUNCE_MS,
      bytesMax: 100_000,
    })
    // What it answers is of no interest; it comes, or it is late.
    const isTaken =
      posted.answered || posted.trouble.kind === 'not-json' || posted.trouble.kind === 'too-large'
    if (isTaken) return { left: new Promise(() => undefined), dismiss: async () => undefined }
    throw new SageError(
      'service-unreachable',
      `the MCP client at ${address} does not take the desk's address (${withoutSecrets(posted.about, [desk.token])})`,
      {
        hint: 'Is it running, and does it take a POST of {"sage": 1, "desk": {...}}?',
        exit: EXIT.machinery,
      },
    )
  }
}

const NEVER = new AbortController()
const ANNOUNCE_MS = 10_000

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
