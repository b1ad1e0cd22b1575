/** A half-open range of offsets into a text. */
export type Span = { readonly start: number; readonly end: number }

const SPACE = /\s/

/** The first offset from `from` on that holds no white space; `limit` if there is none. */
export function skipSpace(text: string, from: number, limit: number): number {
  let at = from
  while (at < limit && SPACE.test(text[at] ?? '')) at += 1
  return at
}

/** The offset behind the last character between `from` and `limit` that is no white space; `from` if there is none. */
export function trimEnd(text: string, from: number, limit: number): number {
  let at = limit
  while (at > from && SPACE.test(text[at - 1] ?? '')) at -= 1
  return at
}
