import type { Json } from '../../base/values/json.ts'

const written = new WeakMap<object, string>()

/** What a call showed, as text. Several rules look for words and figures in it: it is written out once. */
export function jsonText(shown: Json): string {
  if (typeof shown !== 'object' || shown === null) return JSON.stringify(shown)
  const known = written.get(shown)
  if (known !== undefined) return known
  const text = JSON.stringify(shown)
  written.set(shown, text)
  return text
}
