import { readJson } from '../../base/values/json.ts'

/** People's and models' words, which the store keeps as JSON strings; damaged ones are shown as they lie there. */
export function wordsIn(stored: string): string {
  const words = readJson(stored)
  return typeof words === 'string' ? words : stored
}
