import { isJsonObject, type Json, type JsonObject } from './json.ts'

/**
 * Do the arguments of a call do what the expected ones do? The order of lists makes no difference, as long as lists that
 * belong together stay in step; an element of a list may hold more than is expected of it, since a desk takes what it knows.
 */
export function isSameInput(made: Json, expected: Json): boolean {
  if (!isJsonObject(made) || !isJsonObject(expected)) return sameValue(made, expected)
  const names = new Set(
    [...Object.keys(made), ...Object.keys(expected)].filter(
      (name) => !isAbsent(made[name]) || !isAbsent(expected[name]),
    ),
  )
  const lists = [...names].filter((name) => isScalarList(made[name]) && isScalarList(expected[name]))
  return (
    [...names].every(
      (name) => lists.includes(name) || sameValue(made[name] ?? null, expected[name] ?? null),
    ) && inStep(made, lists) === inStep(expected, lists)
  )
}

const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null

function sameValue(made: Json, expected: Json): boolean {
  if (isList(made) && isList(expected)) return sameLists(made, expected)
  if (isJsonObject(made) && isJsonObject(expected))
    return Object.entries(expected).every(([name, value]) => sameValue(made[name] ?? null, value))
  return JSON.stringify(made) === JSON.stringify(expected)
}

/** Each expected element is one of those made, each of those once. */
function sameLists(made: readonly Json[], expected: readonly Json[]): boolean {
  if (made.length !== expected.length) return false
  const left = [...made]
  return expected.every((value) => {
    const place = left.findIndex((one) => sameValue(one, value))
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  })
}

/** Lists of one length are columns of one table: their rows, in order. */
function inStep(input: JsonObject, names: readonly string[]): string {
  const lengths = new Map<number, string[]>()
  for (const name of names) {
    const { length } = listAt(input, name)
    lengths.set(length, [...(lengths.get(length) ?? []), name])
  }
  const tables = [...lengths].map(([length, columns]) => {
    const rows = Array.from({ length }, (_, row) =>
      JSON.stringify(columns.map((name) => listAt(input, name)[row])),
    )
    return [columns, rows.sort()]
  })
  return JSON.stringify(tables.map((table) => JSON.stringify(table)).sort())
}

const listAt = (input: JsonObject, name: string): readonly Json[] => {
  const value = input[name]
  return isList(value) ? value : []
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const isScalarList = (value: Json | undefined): boolean =>
  isList(value) && value.every((one) => typeof one !== 'object' || one === null)
