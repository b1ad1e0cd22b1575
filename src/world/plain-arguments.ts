import { isIsoDate } from '../base/values/iso-date.ts'
import { isJsonObject, type Json, type JsonObject } from '../base/values/json.ts'

/**
 * Most calls are right, and most parameters are plain: a type, a range, a length, a list. Whether such input is right is found here
 * without a compiler of schemas, which costs more than the trials of a small run. `false` means: not known to be right, let the
 * compiler look. Null: the schema says more than is understood here.
 */
export type IsPlainlyRight = (input: unknown) => boolean

export function plainArguments(schema: JsonObject): IsPlainlyRight | null {
  const { type, properties, required, additionalProperties, ...more } = schema
  if (type !== 'object' || additionalProperties !== false || Object.keys(more).length > 0) return null
  if (!isJsonObject(properties)) return null
  const checks = new Map<string, IsRight>()
  for (const [name, property] of Object.entries(properties)) {
    const check = isJsonObject(property) ? plainValue(property) : null
    if (check === null) return null
    checks.set(name, check)
  }
  const needed = Array.isArray(required) ? required.map(String) : []
  return (input) => {
    if (!isJsonObject(input)) return false
    for (const name in input) if (checks.get(name)?.(input[name]) !== true) return false
    return needed.every((name) => Object.hasOwn(input, name))
  }
}

type IsRight = (value: Json | undefined) => boolean

function plainValue(property: JsonObject): IsRight | null {
  const { type, description: _, ...limits } = property
  const checks: IsRight[] = []
  const base = typeof type === 'string' ? TYPES[type] : undefined
  if (base === undefined) return null
  for (const [keyword, limit] of Object.entries(limits)) {
    const check = LIMITS[keyword]?.(limit)
    if (check === undefined || check === null) return null
    checks.push(check)
  }
  return (value) => base(value) && checks.every((check) => check(value))
}

const TYPES: Readonly<Record<string, IsRight>> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
}

/** A length is counted in characters: text with characters of two units is left to the compiler. */
const isShortForm = (value: Json | undefined): value is string =>
  typeof value === 'string' && !/[\ud800-\udfff]/.test(value)

const numeric =
  (holds: (value: number, limit: number) => boolean) =>
  (limit: Json): IsRight | null =>
    typeof limit === 'number' ? (value) => typeof value === 'number' && holds(value, limit) : null

const long =
  (holds: (length: number, limit: number) => boolean) =>
  (limit: Json): IsRight | null =>
    typeof limit === 'number' ? (value) => isShortForm(value) && holds(value.length, limit) : null

/** Each only with the type it speaks of: a limit that says nothing of its type is left to the compiler, too. */
const LIMITS: Readonly<Record<string, (limit: Json) => IsRight | null>> = {
  minimum: numeric((value, limit) => value >= limit),
  maximum: numeric((value, limit) => value <= limit),
  exclusiveMinimum: numeric((value, limit) => value > limit),
  exclusiveMaximum: numeric((value, limit) => value < limit),
  minLength: long((length, limit) => length >= limit),
  maxLength: long((length, limit) => length <= limit),
  enum: (list) =>
    Array.isArray(list) ? (value) => typeof value !== 'object' && list.some((one) => one === value) : null,
  format: (name) => (name === 'date' ? (value) => typeof value === 'string' && isIsoDate(value) : null),
}
