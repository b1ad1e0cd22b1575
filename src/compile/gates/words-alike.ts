import { foldCase } from '../../text/fold.ts'

export const wordsOf = (text: string): readonly string[] => foldCase(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []

/** Same stem, roughly: the first four letters, or all of a shorter word. */
export function alike(a: string, b: string): boolean {
  const length = Math.min(4, a.length, b.length)
  return length >= 3 && a.slice(0, length) === b.slice(0, length)
}
