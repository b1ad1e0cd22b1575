import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml'
import type { z } from 'zod'
import { memo } from '../memo.ts'
import { type Place, type Problem, problem, type Reading } from './problem.ts'
import { schemaKeys } from './schema-keys.ts'
import { didYouMean } from './suggest.ts'

/**
 * Reads an author's YAML file against a schema and keeps the place of every value, so that whoever finds something
 * wrong later can point at it. All problems at once; never throws on what an author wrote.
 */
export const YAML_LIMITS = { bytesMax: 5_000_000, aliasesMax: 100, depthMax: 32 } as const

/** Finds the place of the value at a path: `['steps', 'ask_order', 'next']`; the nearest parent where there is none. */
export type PlaceOf = (path: readonly (string | number)[]) => Place

export type YamlReading<T> = Reading<T> & {
  readonly placeOf: PlaceOf
  /** the place of the member's name, where a problem is about the name and not about its value */
  readonly keyPlaceOf: PlaceOf
}

export function readYaml<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
): YamlReading<z.output<Schema>> {
  const raw = readYamlData(file, text)
  const { placeOf, keyPlaceOf } = raw
  if (raw.problems.length > 0) return { value: undefined, problems: raw.problems, placeOf, keyPlaceOf }
  const parsed = schema.safeParse(raw.value)
  if (parsed.success) return { value: parsed.data, problems: [], placeOf, keyPlaceOf }
  const source: Source = { root: raw.value, schema, placeOf, keyPlaceOf }
  const problems = parsed.error.issues.flatMap((issue) => issueProblems(issue, source)).sort(inFileOrder)
  return { value: undefined, problems, placeOf, keyPlaceOf }
}

/** The bare data of a YAML file, before any schema. */
export function readYamlData(file: string, text: string): YamlReading<unknown> {
  const start: Place = { file, line: 1, column: 1 }
  if (text.length > YAML_LIMITS.bytesMax) {
    const said = `the file has ${text.length} characters; the limit is ${YAML_LIMITS.bytesMax}`
    return {
      value: undefined,
      problems: [problem(start, 'file-too-large', said, 'Split it or shorten it.')],
      placeOf: () => start,
      keyPlaceOf: () => start,
    }
  }
  const lines = new LineCounter()
  const document = parseSafely(text, lines)
  if (document === null) {
    const said = 'the file is nested too deeply to be read'
    const problems = [problem(start, 'too-deep', said, 'Flatten it.')]
    return { value: undefined, problems, placeOf: () => start, keyPlaceOf: () => start }
  }
  const placeAt = (offset: number): Place => {
    const at = lines.linePos(offset)
    return { file, line: Math.max(1, at.line), column: Math.max(1, at.col) }
  }
  const placeOf: PlaceOf = (path) => placeAt(offsetOf(document.contents, path).value ?? 0)
  const keyPlaceOf: PlaceOf = (path) => placeAt(offsetOf(document.contents, path).key ?? 0)
  const problems = document.errors.map((error) =>
    problem(placeAt(error.pos[0]), 'invalid-yaml', firstLine(error.message), 'Fix the YAML at this place.'),
  )
  if (problems.length > 0) return { value: undefined, problems, placeOf, keyPlaceOf }
  if (depthOf(document.contents, 0) > YAML_LIMITS.depthMax) {
    const said = `the file is nested deeper than ${YAML_LIMITS.depthMax} levels`
    return {
      value: undefined,
      problems: [problem(start, 'too-deep', said, 'Flatten it.')],
      placeOf,
      keyPlaceOf,
    }
  }
  const twice = duplicateKeys(document.contents).map(({ name, offset }) =>
    problem(placeAt(offset), 'duplicate-key', `"${name}" appears twice`, 'Remove one of the two.'),
  )
  if (twice.length > 0) return { value: undefined, problems: twice, placeOf, keyPlaceOf }
  try {
    return {
      value: document.toJS({ maxAliasCount: YAML_LIMITS.aliasesMax }),
      problems: [],
      placeOf,
      keyPlaceOf,
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return {
      value: undefined,
      problems: [problem(start, 'yaml-aliases', said, 'Write the values out instead of using anchors.')],
      placeOf,
      keyPlaceOf,
    }
  }
}

/** The library composes recursively: null where a hostile file is deeper than the stack. Keys are compared below. */
function parseSafely(text: string, lines: LineCounter): ReturnType<typeof parseDocument> | null {
  if (nestsWithoutEnd(text)) return null
  try {
    return parseDocument(text, { lineCounter: lines, uniqueKeys: false, strict: true, logLevel: 'error' })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const OPEN_MAX = 1_000

/**
 * A million brackets, or a line of a million dashes, cost the library gigabytes before it says a word. Quotes are not
 * looked at: no honest file leaves a thousand brackets open, wherever they stand.
 */
function nestsWithoutEnd(text: string): boolean {
  let open = 0
  let dashes = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === 91 || letter === 123) open += 1
    else if ((letter === 93 || letter === 125) && open > 0) open -= 1
    // - and ? open a level each, as long as nothing but blanks stands between them
    if (letter === 45 || letter === 63 || letter === 58) dashes += 1
    else if (letter !== 32 && letter !== 9) dashes = 0
    if (open > OPEN_MAX || (dashes > OPEN_MAX && text.charCodeAt(at + 1) === 32)) return true
  }
  return false
}

/** Keys that stand twice in one map. The library compares each key with all before it: minutes for 100,000 of them. */
function duplicateKeys(root: unknown): readonly { readonly name: string; readonly offset: number }[] {
  const found: { name: string; offset: number }[] = []
  const open: unknown[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSeq(node)) for (const item of node.items) open.push(item)
    if (!isMap(node)) continue
    const seen = new Set<string>()
    for (const pair of node.items) {
      open.push(pair.value)
      if (!isScalar(pair.key)) continue
      const name = String(pair.key.value)
      if (seen.has(name)) found.push({ name, offset: startOf(pair.key) ?? 0 })
      seen.add(name)
    }
  }
  return found.sort((a, b) => a.offset - b.offset)
}

const firstLine = (text: string): string =>
  text.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? text

function depthOf(node: unknown, depth: number): number {
  // Stops one past the limit: a hostile file must not blow the stack here.
  if (depth > YAML_LIMITS.depthMax) return depth
  if (isMap(node))
    return node.items.reduce((max, pair) => Math.max(max, depthOf(pair.value, depth + 1)), depth)
  if (isSeq(node))
    return node.items.reduce<number>((max, item) => Math.max(max, depthOf(item, depth + 1)), depth)
  return depth
}

/** The members of a map by key, indexed once: asking for the places of 10,000 steps must not be quadratic. */
const membersOf = memo((node: YAMLMap): ReadonlyMap<string, Pair> => {
  const members = new Map<string, Pair>()
  for (const pair of node.items) {
    if (isPair(pair) && isScalar(pair.key)) members.set(String(pair.key.value), pair)
  }
  return members
})

/** Offsets of the name and of the value at the path; of the nearest parent where there is none. */
function offsetOf(
  root: unknown,
  path: readonly (string | number)[],
): { key: number | undefined; value: number | undefined } {
  let node: unknown = root
  let key = startOf(node)
  for (const part of path) {
    if (isMap(node)) {
      const pair = membersOf(node).get(String(part))
      if (pair === undefined) return { key, value: key }
      key = startOf(pair.key) ?? key
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(part)]
      key = startOf(node) ?? key
    } else return { key, value: key }
  }
  return { key, value: startOf(node) ?? key }
}

const startOf = (node: unknown): number | undefined =>
  typeof node === 'object' && node !== null && 'range' in node
    ? ((node as Node).range?.[0] ?? undefined)
    : undefined

const inFileOrder = (a: Problem, b: Problem): number => a.line - b.line || a.column - b.column

type Source = {
  readonly root: unknown
  readonly schema: z.ZodType
  readonly placeOf: PlaceOf
  readonly keyPlaceOf: PlaceOf
}

/** One zod issue in the author's words. Union issues are reduced to the branch that came nearest. */
function issueProblems(issue: z.core.$ZodIssue, source: Source): readonly Problem[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, path, source))
  if (issue.code === 'invalid_union') return nearestBranch(issue, path, source)
  const value = valueAt(source.root, path)
  return [
    problem(
      source.placeOf(path),
      codeOf(issue),
      `${sayPath(path)}${sayIssue(issue, value)}`,
      hintOf(issue, value),
    ),
  ]
}

function unknownKey(key: string, path: readonly (string | number)[], source: Source): Problem {
  const value = valueAt(source.root, path)
  const taken = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const known = schemaKeys(source.schema, path).filter((name) => !taken.includes(name))
  const hint = known.length === 0 ? 'Remove it: no other members are allowed here.' : didYouMean(key, known)
  return problem(
    source.keyPlaceOf([...path, key]),
    'unknown-key',
    `"${key}" is not an allowed member here${within(path)}`,
    hint,
  )
}

function nearestBranch(
  issue: z.core.$ZodIssueInvalidUnion,
  path: readonly (string | number)[],
  source: Source,
): readonly Problem[] {
  const branches = [...issue.errors].sort((a, b) => distance(a) - distance(b))
  const best = branches[0]
  if (best === undefined || best.length === 0) {
    return [
      problem(
        source.placeOf(path),
        'wrong-type',
        `${sayPath(path)}${sayUnion(issue, valueAt(source.root, path))}`,
      ),
    ]
  }
  return best.flatMap((inner) => issueProblems({ ...inner, path: [...issue.path, ...inner.path] }, source))
}

/** A branch of another type altogether is farthest; then the one that failed least deep; then the one with most issues. */
function distance(issues: readonly z.core.$ZodIssue[]): number {
  const otherType = issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type')
  const depth = Math.max(0, ...issues.map((issue) => issue.path.length))
  return (otherType ? 1_000_000 : 0) - depth * 1_000 + issues.length
}

const sayUnion = (issue: z.core.$ZodIssueInvalidUnion, value: unknown): string => {
  if (value === undefined) return 'is missing'
  const options =
    'options' in issue && Array.isArray(issue.options) ? issue.options.map(String).join(', ') : ''
  return options === '' ? issue.message : `matches none of the allowed forms (${options})`
}

const within = (path: readonly (string | number)[]): string =>
  path.length === 0 ? '' : ` (in ${path.join('.')})`
const sayPath = (path: readonly (string | number)[]): string =>
  path.length === 0 ? '' : `${path.join('.')}: `
const codeOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type'
    ? 'wrong-type'
    : issue.code === 'invalid_value'
      ? 'unknown-value'
      : 'wrong-value'

function sayIssue(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_type') {
    return value === undefined ? 'is missing' : `should be ${issue.expected}, is ${kindOf(value)}`
  }
  if (issue.code === 'invalid_value')
    return `${JSON.stringify(value)} is not one of ${issue.values.map(String).join(', ')}`
  return issue.message
}

const hintOf = (issue: z.core.$ZodIssue, value: unknown): string | undefined =>
  issue.code === 'invalid_value' && typeof value === 'string'
    ? didYouMean(value, issue.values.map(String))
    : undefined

const kindOf = (value: unknown): string =>
  value === null ? 'empty' : Array.isArray(value) ? 'a list' : `a ${typeof value}`

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[part]
        : undefined,
    root,
  )
}
