import { resolve } from 'node:path'
import { z } from 'zod'
import type { ErrorCode } from '../../../base/error.ts'
import type { ResolvedWhere, WrittenAgent, WrongAgent } from './agent-kind.ts'

/** Keys of agents in sage.yaml that several kinds share. */
export const name = z.string().min(1)

export const toolsSetting = {
  tools: z
    .enum(['ours', 'own'])
    .optional()
    .describe(
      'own: the agent uses its own tools and reports its calls; verdicts that need our desk are not judged',
    ),
}
const ownToolsSettings = {
  ...toolsSetting,
  mapping: name.optional().describe('with tools: own, the file that maps its tools to the pack’s'),
}
const statelessSetting = {
  stateless: z
    .boolean()
    .optional()
    .describe(
      'true: the agent keeps no state between turns, so a stopped trial resumes without asking it again',
    ),
}
export const headersSetting = {
  headers_env: z
    .record(z.string().regex(/^[A-Za-z0-9-]+$/, 'the name of a header'), name)
    .optional()
    .describe('http: headers to send, each with the name of the environment variable that holds its value'),
}
export const keySetting = {
  key_env: name.optional().describe('name of the environment variable that holds the key'),
}
export const timeoutSetting = {
  timeout_seconds: z
    .number()
    .positive()
    .max(3600)
    .optional()
    .describe('maximum time for an answer (default 120; for a model 180 per attempt)'),
}
export const optionsSetting = {
  options: z.record(z.string(), z.json()).optional().describe('passed to the agent unchanged'),
}

/** Of agents that answer turn by turn: a service, a program, a function. */
export const turnSettings = { ...ownToolsSettings, ...statelessSetting, ...timeoutSetting, ...optionsSetting }

const TIMEOUT_SECONDS = 120
export const timeoutMsOf = (settings: { readonly timeout_seconds?: number | undefined }): number =>
  (settings.timeout_seconds ?? TIMEOUT_SECONDS) * 1000

type TurnSettings = z.output<z.ZodObject<typeof turnSettings>>

/** An agent that answers turn by turn, and which tools it calls; `wrong` if it has a mapping of its own without a use. */
export function turnAgentOf(
  written: Omit<WrittenAgent, 'settings'> & { readonly settings: TurnSettings },
  { workingFolder }: ResolvedWhere,
) {
  const { tools, mapping, options = {}, stateless = false } = written.settings
  const file = mapping === undefined ? null : resolve(workingFolder, mapping)
  const unused: { readonly wrong: WrongAgent } = {
    wrong: {
      code: 'mapping-unused',
      message: `Agent "${written.id}" has a mapping but calls this desk's tools.`,
      hint: 'Say tools: own, or leave the mapping out.',
    },
  }
  if (tools !== 'own' && file !== null) return unused
  const own = tools === 'own' ? { tools, mapping: file } : { tools: 'ours' as const, mapping: null }
  return { ...baseOf(written), ...own, options, stateless, timeoutMs: timeoutMsOf(written.settings) }
}

/** Agents that cannot report calls of their own have none that could be judged. */
export const noOwnTools = (
  {
    id,
    settings,
  }: { readonly id: string; readonly settings: { readonly tools?: 'ours' | 'own' | undefined } },
  { code, is }: { readonly code: ErrorCode; readonly is: string },
): WrongAgent | null =>
  settings.tools === 'own'
    ? {
        code,
        message: `Agent "${id}" is ${is} and cannot keep tools of its own.`,
        hint: 'Use http:, command: or module: with tools: own.',
      }
    : null

/** What every kind takes over from what was written. */
export const baseOf = ({ id, protocol, sop, target }: Omit<WrittenAgent, 'settings'>) => ({
  id,
  protocol,
  sop,
  target,
})
