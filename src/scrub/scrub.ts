import { fold } from '../text/fold.ts'
import { findInCell, findPersonal } from './find-personal.ts'
import type { PersonalKind } from './finding.ts'
import type { Rows } from './known-values.ts'
import { standInFor } from './stand-in.ts'

/** Something that was replaced: what it is, how often, and by what. */
export type Replaced = {
  readonly kind: PersonalKind
  readonly standIn: string
  readonly times: number
  readonly known: boolean
}

export type Scrubbed = {
  readonly messages: readonly string[]
  readonly rows: Rows
  readonly replaced: readonly Replaced[]
}

/**
 * A conversation and its records without personal data. In: messages, rows, a seed. Out: the same with stand-ins, the same
 * stand-in for the same value wherever it stands, and a list that names stand-ins only: a list of what was found would keep
 * what was to go.
 */
export function scrub(
  messages: readonly string[],
  rows: Rows,
  seed: number,
  own: ReadonlySet<string> = new Set(),
): Scrubbed {
  const counts = new Map<string, { kind: PersonalKind; standIn: string; times: number; known: boolean }>()
  const replace = (said: string, kind: PersonalKind, known: boolean): string => {
    const standIn = standInFor(kind, said, seed)
    const key = `${kind} ${fold(standIn)}`
    const seen = counts.get(key) ?? { kind, standIn, times: 0, known }
    counts.set(key, { ...seen, times: seen.times + 1 })
    return standIn
  }
  const found = findPersonal(messages, rows, own)
  const scrubbed = messages.map((text, index) => {
    let result = ''
    let at = 0
    for (const { from, to, kind, known } of found[index] ?? []) {
      result += text.slice(at, from) + replace(text.slice(from, to), kind, known)
      at = to
    }
    return result + text.slice(at)
  })
  return { messages: scrubbed, rows: scrubRows(rows, own, replace), replaced: [...counts.values()] }
}

/** Cells by the same rules as messages: a row tells what stands in it by its column. */
function scrubRows(
  rows: Rows,
  own: ReadonlySet<string>,
  replace: (said: string, kind: PersonalKind, known: boolean) => string,
): Rows {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, cell]) => {
        if (typeof cell !== 'string') return [column, cell]
        let result = ''
        let at = 0
        for (const { from, to, kind } of findInCell(column, cell, [row], own)) {
          result += cell.slice(at, from) + replace(cell.slice(from, to), kind, true)
          at = to
        }
        return [column, result + cell.slice(at)]
      }),
    ),
  )
}
