import { createHash } from 'node:crypto'
import type { Json } from './values/json.ts'

/** The one place that hashes: sha256 as hex. Versions, not secrets. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Hash of data: the order of an object's members makes no difference, the order of a list does. */
export const hashOf = (value: Json): string => sha256(stableJson(value))

/** JSON with sorted members, so that equal data has equal text. */
export function stableJson(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )
}
