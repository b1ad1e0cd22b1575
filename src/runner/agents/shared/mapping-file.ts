import { z } from 'zod'
import { type Problem, problem } from '../../../base/files/problem.ts'
import { didYouMean } from '../../../base/files/suggest.ts'
import { readYaml, type YamlReading } from '../../../base/files/yaml-file.ts'
import type { Json } from '../../../base/values/json.ts'
import type { ReportedCall } from '../../../conversation/protocol/agent.ts'
import type { MapCall } from '../../../conversation/protocol/reported.ts'

/** How the tools an agent keeps for itself (`tools: own`) are called in a pack: its names on the left, ours on the right. */
const MappedTool = z
  .strictObject({
    is: z.string().min(1).optional().describe('the corresponding tool of the pack'),
    arguments: z
      .record(z.string(), z.string().min(1))
      .optional()
      .describe('its argument names -> the pack’s; other arguments keep their names'),
    ignore: z.literal(true).optional().describe('not a tool of the desk: left out of the transcript'),
  })
  .refine(({ is, ignore }) => (is === undefined) !== (ignore === undefined), {
    error: 'give either `is` or `ignore`',
  })

export const Mapping = z
  .strictObject({ tools: z.record(z.string(), MappedTool) })
  .describe('Maps an agent’s own tools to the tools of the pack.')
export type Mapping = z.infer<typeof Mapping>

export const readMapping = (file: string, text: string): YamlReading<Mapping> => readYaml(file, text, Mapping)

/** Names on the right that no pack of the run has. */
export function mappingProblems(
  { value, placeOf }: YamlReading<Mapping>,
  known: ReadonlySet<string>,
): readonly Problem[] {
  return Object.entries(value?.tools ?? {}).flatMap(([theirs, { is }]) =>
    is === undefined || known.has(is)
      ? []
      : [
          problem(
            placeOf(['tools', theirs, 'is']),
            'unknown-tool',
            `no pack of this run has a tool "${is}"`,
            didYouMean(is, [...known]),
          ),
        ],
  )
}

/** What is not mapped keeps its name: an unknown tool, and seen as one. */
export const mapCallBy =
  (mapping: Mapping): MapCall =>
  (call) => {
    const row = mapping.tools[call.tool]
    if (row === undefined) return call
    if (row.is === undefined) return null
    return { ...call, tool: row.is, input: renamed(call.input, row.arguments ?? {}) }
  }

function renamed(input: ReportedCall['input'], names: Readonly<Record<string, string>>): Json {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [names[name] ?? name, value]))
}
