import { isJsonObject, type Json } from '../../base/values/json.ts'
import type { SourceRecord } from '../model/recording-format.ts'
import { DEPTH_MAX, jsonRecords, type RecordSource } from './json-records.ts'

/** A longer line is cut by `jsonRecords`, which holds one record of it and not the whole line. */
const LINE_CHARACTERS_MAX = 1e6

/**
 * JSON as most logs have it, a document a line: parsed line by line, which is some fifteen times as fast as cutting it token
 * by token. From the first line that is no whole document on, the file is cut.
 */
export function jsonLines(file: string, lists: ReadonlySet<string>): RecordSource {
  const start = { line: 1, document: 0 }
  let cutter: RecordSource | null = null
  let begun = ''
  const cut = (text: string): readonly SourceRecord[] => {
    cutter ??= jsonRecords(file, lists, start)
    return cutter.push(text)
  }
  const push = (given: string): readonly SourceRecord[] => {
    if (cutter !== null) return cutter.push(given)
    const found: SourceRecord[] = []
    let from = 0
    for (;;) {
      const end = given.indexOf('\n', from)
      if (end === -1) break
      const line = begun + given.slice(from, end)
      const records = recordsOfLine(line, lists, start)
      if (records === null) {
        found.push(...cut(`${line}\n${given.slice(end + 1)}`))
        begun = ''
        return found
      }
      found.push(...records)
      begun = ''
      from = end + 1
      start.line += 1
    }
    begun += given.slice(from)
    if (begun.length > LINE_CHARACTERS_MAX) {
      found.push(...cut(begun))
      begun = ''
    }
    return found
  }
  return {
    push: (text) =>
      push(start.line === 1 && begun === '' && text.startsWith('\uFEFF') ? text.slice(1) : text),
    end: () => {
      if (cutter !== null) return cutter.end()
      const records = recordsOfLine(begun, lists, start)
      if (records !== null) return records
      const rest = jsonRecords(file, lists, start)
      cutter = rest
      return [...rest.push(begun), ...rest.end()]
    },
    wrong: () => cutter?.wrong() ?? null,
  }
}

/** Null: this is no whole document, or nested too deep. */
function recordsOfLine(
  line: string,
  lists: ReadonlySet<string>,
  at: { readonly line: number; document: number },
): readonly SourceRecord[] | null {
  if (line.trim() === '') return []
  const value = parsed(line)
  if (typeof value !== 'object' || value === null || isDeep(value, 0)) return null
  const common = { document: at.document, line: at.line }
  at.document += 1
  if (isList(value))
    return value.map((one) => ({ value: one, list: null, inArray: true, head: null, ...common }))
  const streamed = isJsonObject(value)
    ? Object.entries(value).filter(([name, list]) => lists.has(name) && isList(list))
    : []
  if (streamed.length === 0) return [{ value, list: null, inArray: false, head: null, ...common }]
  return streamed.flatMap(([list, elements]) =>
    (isList(elements) ? elements : []).map((one) => ({
      value: one,
      list,
      inArray: false,
      head: value,
      ...common,
    })),
  )
}

function parsed(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json
  } catch {
    return undefined
  }
}

function isDeep(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth >= DEPTH_MAX) return true
  if (isList(value)) return value.some((inner) => isDeep(inner, depth + 1))
  if (!isJsonObject(value)) return false
  for (const name in value) {
    const inner = value[name]
    if (typeof inner === 'object' && inner !== null && isDeep(inner, depth + 1)) return true
  }
  return false
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
