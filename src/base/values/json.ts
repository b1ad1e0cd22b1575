export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/** Tells objects from lists and scalars. For values that came out of JSON: the members are not looked at. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a stored text holds; undefined: it is no JSON, because the store or the file is damaged. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Models wrap answers in prose and code fences: the outermost object is the answer; undefined: there is none. */
export const jsonIn = (text: string): unknown =>
  readJson(text.slice(Math.max(text.indexOf('{'), 0), text.lastIndexOf('}') + 1))
