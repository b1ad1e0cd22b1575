import { z } from 'zod'
import type { Problem } from '../../base/files/problem.ts'
import { readYaml, readYamlData } from '../../base/files/yaml-file.ts'
import { LINE_KINDS } from '../outline/outline-file.ts'

/**
 * What a model, a chat or a person proposes (L5): graph YAML, what the desk lacks for it, and what each sentence is. Read
 * from text as people paste it; nothing in it is accepted by being read.
 */
const id = z.string().regex(/^[a-z][a-z0-9_]*$/, 'a name may contain only lower-case letters, digits and _')
const column = z.union([
  z.enum(['string', 'number', 'boolean', 'date']),
  z.strictObject({
    type: z.enum(['string', 'number', 'boolean', 'date', 'enum']),
    of: z.array(z.string()).optional(),
    optional: z.boolean().optional(),
  }),
])
export const ProposedDesk = z.strictObject({
  tables: z.record(id, z.strictObject({ key: id, columns: z.record(id, column) })).optional(),
  tools: z
    .record(
      id,
      z.strictObject({
        role: z.enum(['read', 'write']),
        does: z.string().min(1),
        finds: id.optional().describe('read: the table whose row it shows'),
        with: z.record(id, column).optional(),
      }),
    )
    .optional(),
  topics: z.record(id, z.string().min(1)).optional().describe('how an agent would say it'),
})
export type ProposedDesk = z.infer<typeof ProposedDesk>

const clause = z.string().min(1)
export const ProposedLine = z.strictObject({
  clause,
  kind: z.enum(LINE_KINDS),
  of: clause.optional(),
  first: z.array(clause).min(1).optional(),
  then: z.array(clause).min(1).optional(),
  to: z.string().optional(),
})
export type ProposedLine = z.infer<typeof ProposedLine>

const ProposalFile = z.strictObject({
  graph: z.record(z.string(), z.unknown()),
  desk: ProposedDesk.optional(),
  outline: z.array(ProposedLine).optional(),
})

export type Proposal = {
  /** graph.yaml, as text */
  readonly graph: string
  readonly desk: ProposedDesk
  readonly lines: readonly ProposedLine[]
}

/** Reads an answer: bare YAML, YAML in a fence with words around it, or nothing but a graph. */
export function readProposal(
  answer: string,
  write: (graph: unknown) => string,
): { readonly proposal: Proposal | null; readonly problems: readonly Problem[] } {
  const text = yamlIn(answer)
  const raw = readYamlData('answer.yaml', text)
  if (raw.problems.length > 0) return { proposal: null, problems: raw.problems }
  const isBareGraph =
    typeof raw.value === 'object' &&
    raw.value !== null &&
    'procedures' in raw.value &&
    !('graph' in raw.value)
  if (isBareGraph) return { proposal: { graph: text, desk: {}, lines: [] }, problems: [] }
  const { value, problems } = readYaml('answer.yaml', text, ProposalFile)
  if (value === undefined) return { proposal: null, problems }
  return {
    proposal: { graph: write(value.graph), desk: value.desk ?? {}, lines: value.outline ?? [] },
    problems: [],
  }
}

/** The longest fenced block of an answer; all of it where there is no fence. */
function yamlIn(answer: string): string {
  const fences = [...answer.matchAll(/^```[a-z]*\r?\n([\s\S]*?)^```/gm)].map(([, inner = '']) => inner)
  return fences.sort((a, b) => b.length - a.length)[0] ?? answer
}
