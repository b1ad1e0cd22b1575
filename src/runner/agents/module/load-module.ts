import { existsSync } from 'node:fs'
import { z } from 'zod'
import { usageError } from '../../../base/error.ts'
import type { AgentModule } from '../../../conversation/agent/module-agent.ts'
import { importFile } from '../shared/import-file.ts'

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
  const loaded = await importFile(file)
  if ('wrong' in loaded) {
    const { because, hint, cause } = loaded.wrong
    throw usageError(
      'module-broken',
      `The module of agent "${agent}" cannot be loaded: ${because}`,
      hint,
      cause,
    )
  }
  const exported = Exports.safeParse(loaded.exports)
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
