import { createFinder } from './finder.ts'
import { needsOf, wordingsOf } from './pattern-needs.ts'

/** What of a RegExp the frames use. */
export type Pattern = {
  readonly test: (text: string) => boolean
  /** where the first match is; of two at one place the wording that is written first */
  readonly exec: (text: string) => Match | null
}
export type Match = { readonly index: number; readonly 0: string }

/**
 * Many patterns over the same short texts. One pass finds which of their wordings can match at all, and only those are
 * tried: a clause is tested with over 400 wordings, and holds the words of three.
 */
export function screened<Name extends string>(
  patterns: Readonly<Record<Name, RegExp>>,
): Readonly<Record<Name, Pattern>> {
  const names = Object.keys(patterns) as Name[]
  const regExps: RegExp[] = []
  let made: ReturnType<typeof createFinder> | undefined
  /** Made at the first text: a command that reads nothing does not wait for it. */
  const find = (text: string): Uint8Array => {
    made ??= createFinder(regExps.map(({ source }) => needsOf(source)))
    return made(text)
  }
  const pattern = (name: Name): Pattern => {
    const from = regExps.length
    for (const source of wordingsOf(patterns[name].source)) regExps.push(new RegExp(source))
    const to = regExps.length
    return {
      test: (text) => {
        const may = find(text)
        for (let id = from; id < to; id += 1)
          if (may[id] === 1 && regExps[id]?.test(text) === true) return true
        return false
      },
      exec: (text) => {
        const may = find(text)
        let first: Match | null = null
        for (let id = from; id < to; id += 1) {
          const match = may[id] === 1 ? (regExps[id]?.exec(text) ?? null) : null
          if (match !== null && (first === null || match.index < first.index)) first = match
        }
        return first
      },
    }
  }
  return Object.fromEntries(names.map((name) => [name, pattern(name)])) as Record<Name, Pattern>
}
