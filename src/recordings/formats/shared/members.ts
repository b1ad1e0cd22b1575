import { isJsonObject, type Json, type JsonObject } from '../../../base/values/json.ts'

/** Members of records that others wrote: of another type than expected is the same as not there. */
const NOTHING: JsonObject = {}

export const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : NOTHING)

export const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : [])

export const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)

export const numberOf = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** Ids are texts in some systems and numbers in others. */
export const idOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

/** The first of several names under which systems keep the same thing. */
export function firstOf(from: JsonObject, names: readonly string[]): Json | undefined {
  for (const name of names) {
    const value = from[name]
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value)

/** Text that holds JSON as that JSON; any other text as it is. */
export function unpacked(text: string): Json {
  const first = text.trimStart().charAt(0)
  if (first !== '{' && first !== '[') return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
