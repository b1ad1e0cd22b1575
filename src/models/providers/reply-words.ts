import type { Json } from '../../base/values/json.ts'

/** Some servers leave a model's thoughts in its text; they are not said to anybody. */
export const withoutThoughts = (text: string): string => text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '')

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
export const objectOf = (input: Json): Json =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { unreadable: input }
