import { isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { z } from 'zod'
import { type Place, type Problem, problem, type Reading } from './problem.ts'
import { didYouMean } from './suggest.ts'

/**
 * Reads an author's YAML file against a schema and keeps the place of every value, so that whoever finds something
 * wrong later can point at it. All problems at once; never throws on what an author wrote.
 */
export const YAML_LIMITS = { bytesMax: 5_000_000, aliasesMax: 100, depthMax: 32 } as const

/** Finds the place of the value at a path: `['steps', 'ask_order', 'next']`; the nearest parent where there is none. */
export type PlaceOf = (path: readonly (string | number)[]) => Place

export type YamlReading<T> = Reading<T> & { readonly placeOf: PlaceOf }

export function readYaml<Schema extends z.ZodType>(file: string, text: string, schema: Schema): YamlReading<z.output<Schema>> {
  const raw = readYamlData(file, text)
  if (raw.problems.length > 0) return { value: undefined, problems: raw.problems, placeOf: raw.placeOf }
  const parsed = schema.safeParse(raw.value)
  if (parsed.success) return { value: parsed.data, problems: [], placeOf: raw.placeOf }
  const problems = parsed.error.issues.flatMap((issue) => issueProblems(issue, raw.value, raw.placeOf))
  return { value: undefined, problems, placeOf: raw.placeOf }
}

/** The bare data of a YAML file, before any schema. */
export function readYamlData(file: string, text: string): YamlReading<unknown> {
  const start: Place = { file, line: 1, column: 1 }
  if (text.length > YAML_LIMITS.bytesMax) {
    const said = `the file has ${text.length} characters; ${YAML_LIMITS.bytesMax} is the most`
    return { value: undefined, problems: [problem(start, 'file-too-large', said, 'Split it or shorten it.')], placeOf: () => start }
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true })
  const placeAt = (offset: number): Place => {
    const at = lines.linePos(offset)
    return { file, line: Math.max(1, at.line), column: Math.max(1, at.col) }
  }
  const placeOf: PlaceOf = (path) => placeAt(offsetOf(document.contents, path) ?? 0)
  const problems = document.errors.map((error) =>
    problem(placeAt(error.pos[0]), yamlCode(error.code), firstLine(error.message), 'Mend the YAML at this place.'),
  )
  if (problems.length > 0) return { value: undefined, problems, placeOf }
  if (depthOf(document.contents, 0) > YAML_LIMITS.depthMax) {
    const said = `the file nests deeper than ${YAML_LIMITS.depthMax} levels`
    return { value: undefined, problems: [problem(start, 'too-deep', said, 'Flatten it.')], placeOf }
  }
  try {
    return { value: document.toJS({ maxAliasCount: YAML_LIMITS.aliasesMax }), problems: [], placeOf }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { value: undefined, problems: [problem(start, 'yaml-aliases', said, 'Write the values out instead of using anchors.')], placeOf }
  }
}

const yamlCode = (code: string): string => (code === 'DUPLICATE_KEY' ? 'duplicate-key' : 'invalid-yaml')
const firstLine = (text: string): string => text.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? text

function depthOf(node: unknown, depth: number): number {
  // Stops one past the limit: a hostile file must not blow the stack here.
  if (depth > YAML_LIMITS.depthMax) return depth
  if (isMap(node)) return node.items.reduce((max, pair) => Math.max(max, depthOf(pair.value, depth + 1)), depth)
  if (isSeq(node)) return node.items.reduce<number>((max, item) => Math.max(max, depthOf(item, depth + 1)), depth)
  return depth
}

/** Offset of the value at the path, or of the key where the path ends at a map's member. */
function offsetOf(root: unknown, path: readonly (string | number)[]): number | undefined {
  let node: unknown = root
  let offset = startOf(node)
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(part))
      if (pair === undefined) return offset
      offset = startOf(pair.key) ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(part)]
      offset = startOf(node) ?? offset
    } else return offset
  }
  return startOf(node) ?? offset
}

const startOf = (node: unknown): number | undefined =>
  typeof node === 'object' && node !== null && 'range' in node ? ((node as Node).range?.[0] ?? undefined) : undefined

/** One zod issue in the author's words. Union issues are reduced to the branch that came nearest. */
function issueProblems(issue: z.core.$ZodIssue, root: unknown, placeOf: PlaceOf): readonly Problem[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      problem(placeOf([...path, key]), 'unknown-key', `"${key}" is not a member here${within(path)}`, 'Remove it, or check its spelling.'),
    )
  }
  if (issue.code === 'invalid_union') return nearestBranch(issue, root, placeOf, path)
  return [problem(placeOf(path), codeOf(issue), `${sayPath(path)}${sayIssue(issue, valueAt(root, path))}`, hintOf(issue, valueAt(root, path)))]
}

function nearestBranch(
  issue: z.core.$ZodIssueInvalidUnion,
  root: unknown,
  placeOf: PlaceOf,
  path: readonly (string | number)[],
): readonly Problem[] {
  const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map((inner) => inner.path.length))
  const branches = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)
  const best = branches[0]
  if (best === undefined || best.length === 0) {
    return [problem(placeOf(path), 'wrong-type', `${sayPath(path)}${issue.message}`)]
  }
  return best.flatMap((inner) => issueProblems({ ...inner, path: [...issue.path, ...inner.path] }, root, placeOf))
}

const within = (path: readonly (string | number)[]): string => (path.length === 0 ? '' : ` (in ${path.join('.')})`)
const sayPath = (path: readonly (string | number)[]): string => (path.length === 0 ? '' : `${path.join('.')}: `)
const codeOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' ? 'wrong-type' : issue.code === 'invalid_value' ? 'unknown-value' : 'wrong-value'

function sayIssue(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_type') {
    return value === undefined ? 'is missing' : `should be ${issue.expected}, is ${kindOf(value)}`
  }
  if (issue.code === 'invalid_value') return `${JSON.stringify(value)} is none of ${issue.values.map(String).join(', ')}`
  return issue.message
}

const hintOf = (issue: z.core.$ZodIssue, value: unknown): string | undefined =>
  issue.code === 'invalid_value' && typeof value === 'string' ? didYouMean(value, issue.values.map(String)) : undefined

const kindOf = (value: unknown): string => (value === null ? 'empty' : Array.isArray(value) ? 'a list' : `a ${typeof value}`)

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[part] : undefined),
    root,
  )
}
