import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { assert } from '../../base/assert.ts'
import { type SageError, usageError } from '../../base/error.ts'
import { type AgentModule, moduleAgent } from '../../conversation/agent/module-agent.ts'
import { secretsIn } from '../../conversation/agent/without-secrets.ts'
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

const fn = <T>() => z.custom<T>((value) => typeof value === 'function', 'not a function')

const Exports = z.object({
  default: fn<AgentModule['reply']>(),
  stateless: z.boolean().default(false),
  close: fn<NonNullable<AgentModule['close']>>().nullable().default(null),
})

async function loadModule(agent: string, file: string): Promise<AgentModule> {
  if (!existsSync(file)) {
    throw usageError(
      'module-missing',
      `Agent "${agent}" is the module ${file}, and there is no such file.`,
      'Is the path right? It starts at the folder sage runs in.',
    )
  }
  const exported = Exports.safeParse({ ...(await importFile(agent, file)) })
  if (exported.success) {
    const { default: reply, stateless, close } = exported.data
    return { reply, stateless, close }
  }
  const wrong = exported.error.issues[0]?.path[0]
  throw usageError(
    'module-without-agent',
    wrong === 'default'
      ? `The module of agent "${agent}" has no default export that is a function: ${file}`
      : `The module of agent "${agent}" exports "${String(wrong)}" as what it cannot be: ${file}`,
    'export default async function agent(turn, desk) { return { messages: ["..."] } }',
  )
}

async function importFile(agent: string, file: string): Promise<object> {
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as object
  } catch (cause) {
    throw notLoaded(agent, file, cause)
  }
}

function notLoaded(agent: string, file: string, cause: unknown): SageError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return usageError(
      'module-typescript',
      `The module of agent "${agent}" is TypeScript, which this Node (${process.version}) cannot load: ${file}`,
      'Use Node 22.18 or newer, or run with a loader: NODE_OPTIONS="--import tsx" npx sage run (npm install tsx), or build it to .js.',
      cause,
    )
  }
  const because = cause instanceof Error ? cause.message : String(cause)
  return usageError(
    'module-broken',
    `The module of agent "${agent}" cannot be loaded: ${because}`,
    `See ${file}`,
    cause,
  )
}
