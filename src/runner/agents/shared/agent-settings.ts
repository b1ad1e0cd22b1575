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
export const ownToolsSettings = {
  ...toolsSetting,
  mapping: name.optional().describe('with tools: own, the file that maps its tools to the pack’s'),
}
export const statelessSetting = {
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

const TIMEOUT_SECONDS = 120
export const timeoutMsOf = (settings: { readonly timeout_seconds?: number | undefined }): number =>
  (settings.timeout_seconds ?? TIMEOUT_SECONDS) * 1000

/** Which tools an agent calls, and the mapping of its own; `wrong` if it has a mapping without a use. */
export function ownToolsOf(
  id: string,
  { tools, mapping }: { readonly tools?: 'ours' | 'own' | undefined; readonly mapping?: string | undefined },
  { workingFolder }: ResolvedWhere,
):
  | { readonly tools: 'ours'; readonly mapping: null }
  | { readonly tools: 'own'; readonly mapping: string | null }
  | { readonly wrong: WrongAgent } {
  const file = mapping === undefined ? null : resolve(workingFolder, mapping)
  if (tools === 'own') return { tools, mapping: file }
  if (file === null) return { tools: 'ours', mapping: null }
  return {
    wrong: {
      code: 'mapping-unused',
      message: `Agent "${id}" has a mapping but calls this desk's tools.`,
      hint: 'Say tools: own, or leave the mapping out.',
    },
  }
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
