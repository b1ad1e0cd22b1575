import { isJsonObject, type Json, type JsonObject } from '../../base/values/json.ts'

/** Arguments as the model wrote them; what is no JSON stays text, for the desk to refuse. */
export function inputOf(text: string): Json {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Providers take nothing but objects as arguments, also where the model once sent something else. */
export const objectOf = (input: Json): JsonObject => (isJsonObject(input) ? input : { unreadable: input })
