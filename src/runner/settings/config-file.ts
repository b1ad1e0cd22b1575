import { z } from 'zod'
import { readYaml, type YamlReading } from '../../base/files/yaml-file.ts'
import { PriceList } from '../../metrics/prices.ts'
import { type AgentKinds, agentKinds } from '../agents/kinds.ts'
import { CustomerSetting, ReaderSetting } from '../agents/party-settings.ts'
import { Providers, selectionSettings } from './run-settings.ts'

const gates = z.array(z.string().min(1))

/** sage.yaml: a project's settings, under the flags' names; repeatable ones in the plural. */
export const sageConfig = (kinds: AgentKinds) =>
  z
    .strictObject({
      suite: z.string().min(1).optional().describe('name or file of a suite; the settings here override it'),
      ...selectionSettings(kinds),
      seed: z.int().min(0).optional(),
      customer: CustomerSetting.optional(),
      reader: ReaderSetting.optional().describe(
        'reads what agents’ messages do: lexical (the default), or a model',
      ),
      judges: z.array(z.string().min(1)).min(1).optional().describe('lexical, or provider:name'),
      concurrency: z.int().min(1).max(10_000).optional().describe('conversations running at the same time'),
      store: z.string().min(1).optional().describe('store: a file, or postgres://user@host/database'),
      out: z.string().min(1).optional().describe('folder for reports'),
      gates: z
        .union([gates, z.strictObject({ defaults: z.literal('off'), own: gates.default([]) })])
        .optional()
        .describe(
          'conditions on metrics that decide the exit code, beside the default gates; { defaults: off, own: [...] }: in their place',
        ),
      baseline: z
        .string()
        .min(1)
        .optional()
        .describe(
          'the run that gates with "no worse than baseline by" compare with: id of a stored run, or an exported run (*.jsonl.gz)',
        ),
      plugins: z
        .array(z.string().min(1))
        .optional()
        .describe('files with your own rules, metrics, agent kinds and recording formats (docs/extend.md)'),
      providers: Providers.optional().describe(
        'servers with an OpenAI-compatible API, by provider name (models are then name:model)',
      ),
      prices: PriceList.optional().describe('list prices of models; they override those that come with SAGE'),
      limits: z
        .strictObject({
          turns: z.int().min(1).max(1000).optional().describe('customer messages'),
          tool_calls: z.int().min(1).optional(),
          tokens: z.int().min(1).optional().describe('sent and received, all parties together'),
          seconds: z.number().positive().optional(),
          usd: z.number().positive().optional(),
        })
        .optional()
        .describe('limits of one conversation: reaching one ends it, and what was done by then is judged'),
      budget: z
        .strictObject({ usd: z.number().positive().optional(), minutes: z.number().positive().optional() })
        .optional()
        .describe('the run stops, with a message, before it exceeds these'),
    })
    .describe('Settings of SAGE for this folder.')
export type SageConfig = z.infer<ReturnType<typeof sageConfig>>

export function readConfig(file: string, text: string, own: AgentKinds = []): YamlReading<SageConfig> {
  // An empty file is a project without settings, not a mistake.
  return readYaml(file, text.trim() === '' ? '{}' : text, sageConfig(agentKinds(own)))
}
