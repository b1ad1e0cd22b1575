import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { type SageError, usageError } from '../../../base/error.ts'
import type { AgentModule } from '../../../conversation/agent/module-agent.ts'

/**
 * The function of a module, and what it says of itself. In: a file, JavaScript or TypeScript. Out: the agent, or one
 * error that says what is wrong with the file and where.
 */
export async function loadModule(agent: string, file: string): Promise<AgentModule> {
  if (!existsSync(file)) {
    throw usageError(
      'module-missing',
      `Agent "${agent}" is the module ${file}, and there is no such file.`,
      'Check the path. It is relative to the folder in which sage runs.',
    )
  }
  const exported = Exports.safeParse(await importFile(agent, file))
  if (exported.success) {
    const { default: reply, stateless, close } = exported.data
    return { reply, stateless, close }
  }
  const wrong = exported.error.issues[0]?.path[0]
  throw usageError(
    'module-without-agent',
    wrong === 'default'
      ? `The module of agent "${agent}" has no default export that is a function: ${file}`
      : `The module of agent "${agent}" exports "${String(wrong)}" with the wrong type: ${file}`,
    'export default async function agent(turn, desk) { return { messages: ["..."] } }',
  )
}

const fn = <T>() => z.custom<T>((value) => typeof value === 'function', 'not a function')

const Exports = z.object({
  default: fn<AgentModule['reply']>(),
  stateless: z.boolean().default(false),
  close: fn<NonNullable<AgentModule['close']>>().nullable().default(null),
})

const TYPESCRIPT = new Set(['.ts', '.mts', '.cts'])

async function importFile(agent: string, file: string): Promise<unknown> {
  const isTypeScript = TYPESCRIPT.has(extname(file))
  try {
    const found: unknown = isTypeScript
      ? await importTypeScript(file)
      : await import(/* @vite-ignore */ pathToFileURL(file).href)
    // `module.exports = function agent() {}` of a .cts comes as the function itself.
    return typeof found === 'function' ? { ...found, default: found } : { ...(found as object) }
  } catch (cause) {
    throw notLoaded(agent, file, cause)
  }
}

/** On every Node alike: what newer ones strip by themselves leaves out enums and imports without an ending. */
async function importTypeScript(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const open = (tsconfigPaths: boolean) =>
    createJiti(pathToFileURL(file).href, {
      // Compiled code would lie in the machine's shared temporary folder, where others could put theirs.
      fsCache: false,
      interopDefault: false,
      tsconfigPaths,
    })
  const jiti = ((): ReturnType<typeof createJiti> => {
    try {
      // An agent that is a part of a project imports as the project does.
      return open(true)
    } catch {
      // A tsconfig.json that extends what is not installed here: the names it gives cannot be known, all others can.
      return open(false)
    }
  })()
  return jiti.import(file)
}

function notLoaded(agent: string, file: string, cause: unknown): SageError {
  const { because, hint } = whatIsWrong(file, cause instanceof Error ? cause : new TypeError(String(cause)))
  return usageError(
    'module-broken',
    `The module of agent "${agent}" cannot be loaded: ${because}`,
    hint ?? `See ${file}`,
    cause,
  )
}

/** Loaders say the same things in different words and over several lines. */
function whatIsWrong(file: string, { name, message, stack = '' }: Error): { because: string; hint?: string } {
  const parse = /^ParseError: (.*?)\s*\n\s*(.*):(\d+):(\d+)\s*$/s.exec(message)
  if (parse !== null) {
    const [, what = '', where = file, line = '', column = '0'] = parse
    return { because: `${what}, at ${where}:${line}:${Number(column) + 1}` }
  }
  const missing = /^(Cannot find (?:module|package) '[^']*')(?:\nRequire stack:\n- (.*)$)?/m.exec(message)
  if (missing !== null && missing[2] !== undefined)
    return { because: `${missing[1]} imported from ${missing[2]}` }
  // Node tells the place of a mistake in JavaScript only when it is the program it runs.
  if (name === 'SyntaxError' && !/does not provide an export|is a CommonJS module/.test(message))
    return { because: message, hint: `Find the place: node --check ${file}` }
  const thrownAt = stack.split('\n').find((line) => line.includes(file))
  const place = thrownAt === undefined ? undefined : /:(\d+):(\d+)\)?$/.exec(thrownAt)
  return place === undefined || place === null
    ? { because: message }
    : { because: message, hint: `See ${file}:${place[1]}:${place[2]}` }
}
