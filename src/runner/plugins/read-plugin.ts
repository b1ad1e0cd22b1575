import { z } from 'zod'
import type { MetricRecord } from '../../metrics/metric.ts'
import type { RecordingFormat } from '../../recordings/model/recording-format.ts'
import type { Rule } from '../../verdicts/rules/rule.ts'
import type { FunctionKind } from '../agents/shared/function-kind.ts'

/** The parts of a plugin, as far as they can be checked before they are used. */
const fn = <T>() => z.custom<T>((value) => typeof value === 'function', 'must be a function')
const text = z.string().min(1)
const id = z.string().regex(/^[a-z][a-z0-9_]*$/, 'small letters, digits and underscore only')
const word = z.string().regex(/^[a-z][a-z0-9-]*$/, 'small letters, digits and dash only')

const OwnRule = z.object({
  id,
  words: z.object({ name: text, broken: text, meaning: text }),
  counted: z.union([
    z.object({ hits: z.literal('fails'), of: z.enum(['trials', 'turns']) }),
    z.object({
      hits: z.enum(['fails', 'passes']),
      of: z.literal('applicable'),
      bucket: z.enum(['resolvable', 'must-escalate', 'adversarial']).exactOptional(),
    }),
  ]),
  failsForGood: z.boolean(),
  withoutDesk: z.enum(['always', 'if-mapped', 'if-recorded']).exactOptional(),
  explains: z.array(text).exactOptional(),
  precedes: z.array(text).exactOptional(),
  appliesTo: fn<Rule['appliesTo']>(),
  check: fn<Rule['check']>(),
})

const About = z.looseObject({
  name: id,
  words: text,
  better: z.enum(['higher', 'lower']),
  source: z.literal('rules'),
})
/** `of` counts trial by trial, `from` derives: what rate(...), mean(...) and derived(...) return has one of them. */
const isMetric = (value: unknown): boolean => {
  const read = About.safeParse(value)
  return read.success && [read.data['of'], read.data['from']].some((part) => typeof part === 'function')
}
const OwnMetric = z.custom<MetricRecord>(
  isMetric,
  'make it with rate(...), mean(...) or derived(...); its name has small letters, digits and underscore only',
)

const OwnAgentKind = z.object({
  name: word,
  title: text,
  open: fn<FunctionKind['open']>(),
  stateless: z.boolean().exactOptional(),
})

const OwnFormat = z.object({
  name: word,
  title: text,
  reads: z.enum(['json', 'csv']),
  lists: z.array(text),
  detect: fn<RecordingFormat['detect']>(),
  open: fn<RecordingFormat['open']>(),
})

export const PluginShape = z.strictObject({
  rules: z.array(OwnRule).default([]),
  metrics: z.array(OwnMetric).default([]),
  agents: z.array(OwnAgentKind).default([]),
  formats: z.array(OwnFormat).default([]),
})
export type ReadPlugin = z.infer<typeof PluginShape>
