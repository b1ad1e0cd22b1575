import type { Problem } from '../../base/files/problem.ts'
import { readYaml } from '../../base/files/yaml-file.ts'
import type { Json, JsonObject } from '../../base/values/json.ts'
import { GraphFileReader } from '../../graph/file/graph-file.ts'

/**
 * graph.yaml taken apart into what a person edits: a field, a step, a forbid. Two files are compared, and hand edits kept, part
 * by part. What a part cites is no part of its value: sentences move when others are written above them.
 */
export type Part = {
  /** `procedures/cancel/steps/ask`: the same in both files where it is the same thing */
  readonly key: string
  readonly what: PartKind
  /** for people: `cancel/ask` */
  readonly name: string
  readonly value: JsonObject
  readonly cites: readonly string[]
}
type PartKind =
  | 'field'
  | 'record'
  | 'derived variable'
  | 'procedure'
  | 'step'
  | 'forbid'
  | 'interrupt'
  | 'waiver'
export type Parts = ReadonlyMap<string, Part>

export function partsOf(
  file: string,
  text: string,
): { readonly parts: Parts | null; readonly problems: readonly Problem[] } {
  const { value, problems } = readYaml(file, text, GraphFileReader)
  if (value === undefined) return { parts: null, problems }
  const parts: Part[] = []
  const add = (path: readonly string[], what: PartKind, raw: Readonly<Record<string, unknown>>): void => {
    const { cites, steps: _, ...rest } = raw
    const name = path.filter((word, at) => at > 0 && word !== 'steps').join('/')
    parts.push({ key: path.join('/'), what, name, value: jsonOf(rest), cites: citesOf(cites) })
  }
  const scope = (path: readonly string[], steps: Readonly<Record<string, object>>): void => {
    for (const [step, raw] of Object.entries(steps)) add([...path, 'steps', step], 'step', { ...raw })
  }
  for (const [name, raw] of Object.entries(value.fields)) add(['fields', name], 'field', raw)
  for (const [name, raw] of Object.entries(value.records ?? {})) add(['records', name], 'record', raw)
  for (const [name, raw] of Object.entries(value.derived ?? {}))
    add(['derived', name], 'derived variable', raw)
  for (const section of ['procedures', 'sub_procedures'] as const)
    for (const [name, raw] of Object.entries(value[section] ?? {})) {
      add([section, name], 'procedure', raw)
      scope([section, name], raw.steps)
    }
  for (const raw of value.interrupts ?? []) {
    add(['interrupts', raw.id], 'interrupt', raw)
    scope(['interrupts', raw.id], raw.steps)
  }
  for (const raw of value.forbid ?? []) add(['forbid', raw.id], 'forbid', raw)
  for (const raw of value.waive ?? [])
    add(['waive', raw.clause], 'waiver', { because: raw.because, cites: raw.clause })
  return { parts: new Map(parts.map((part) => [part.key, part])), problems }
}

/** YAML gives data and nothing else; what is not there is left out. */
const jsonOf = (raw: Readonly<Record<string, unknown>>): JsonObject =>
  JSON.parse(JSON.stringify(raw)) as JsonObject

const citesOf = (cites: unknown): readonly string[] =>
  (Array.isArray(cites) ? cites.map(String) : typeof cites === 'string' ? cites.split(',') : []).map((each) =>
    each.trim(),
  )

/** A part in one line: `learn: email, attempts_max: 2, next: gave_one`. */
export const sayPart = (value: JsonObject): string =>
  Object.entries(value)
    .map(([key, inner]) => `${key}: ${sayValue(inner ?? null)}`)
    .join(', ')

function sayValue(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sayValue).join('; ')}]`
  if (typeof value === 'object' && value !== null) return `{ ${sayPart(value as JsonObject)} }`
  return String(value)
}
