import { connect } from 'node:net'
import { EXIT, SageError } from '../../../base/error.ts'
import { pause } from '../../../conversation/agent/deadline.ts'
import { httpAgent } from '../../../conversation/agent/http-agent.ts'
import { holdLine } from '../../../conversation/desk/line.ts'
import type { AgentMaker, AgentSource } from '../shared/agent-maker.ts'
import { openPool } from '../shared/connections.ts'
import { openDeskHost } from '../shared/desk-host.ts'
import { type Environment, headersOf } from '../shared/environment.ts'
import { openOwnTools } from '../shared/own-tools.ts'
import type { HttpRequest } from './request.ts'

/** An agent behind an HTTP address: one pool of connections and one desk host a run. */
export const makeHttp: AgentMaker<HttpRequest> = (agent) => httpSource(agent, process.env)

export function httpSource(agent: HttpRequest, environment: Environment, wait = pause): AgentSource {
  const { target, tools, options, stateless, timeoutMs } = agent
  const [address] = target
  const { headers, secrets } = headersOf(agent, environment)
  const own = openOwnTools(agent)
  const host = openDeskHost()
  const pool = openPool()
  return {
    make: ({ aside }) =>
      httpAgent({
        address,
        headers,
        secrets,
        dispatcher: pool.get,
        timeoutMs,
        wait,
        options,
        tools,
        mapCall: own.mapCall,
        stateless,
        aside,
        line: tools === 'own' ? null : holdLine(aside, host.serve),
      }),
    prepare: async (packs) => {
      own.check(packs)
      await reach(agent.id, new URL(address))
    },
    finish: async () => {
      await host.close()
      await pool.close()
    },
  }
}

const REACH_TRIES = 4
const REACH_WAIT_MS = 500

/** Does anything listen there? Said once before the first trial, instead of once a trial. */
async function reach(agent: string, { hostname, port, protocol, origin }: URL): Promise<void> {
  const at = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  }
  for (let tries = 1; ; tries += 1) {
    const trouble = await knock(at)
    if (trouble === null) return
    if (tries === REACH_TRIES) {
      throw new SageError(
        'service-unreachable',
        `Agent "${agent}" cannot be reached: nothing answers at ${origin} (${trouble}).`,
        {
          hint: 'Start the service first, or fix `http:` in sage.yaml.',
          exit: EXIT.machinery,
        },
      )
    }
    await new Promise((resolve) => setTimeout(resolve, REACH_WAIT_MS))
  }
}

const knock = (at: { readonly host: string; readonly port: number }): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect({ ...at, timeout: 5000 })
    const done = (trouble: string | null): void => {
      socket.destroy()
      resolve(trouble)
    }
    socket.once('connect', () => done(null))
    socket.once('timeout', () => done('no answer within 5 s'))
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
  })
