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
  const screen = screenOf(patterns)
  return Object.fromEntries(screen.names.map((name, at) => [name, patternOf(screen, at)])) as Record<
    Name,
    Pattern
  >
}

/** The names of all patterns that match a text, in the order they are written. */
export function screenedNames<Name extends string>(
  patterns: Readonly<Record<Name, RegExp>>,
): (text: string) => readonly Name[] {
  const { names, starts, regExps, find } = screenOf(patterns)
  return (text) => {
    const may = find(text)
    const found: Name[] = []
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at]
      if (name !== undefined && may[regExps.length + at] === 1 && matches(text, may, at, { starts, regExps }))
        found.push(name)
    }
    return found
  }
}

/** The wordings of pattern `n` are those from `starts[n]` up to `starts[n + 1]`. */
type Wordings = { readonly starts: readonly number[]; readonly regExps: readonly RegExp[] }

type Screen<Name> = Wordings & {
  readonly names: readonly Name[]
  /** 1 for each wording that may match, then 1 for each pattern that has such a wording */
  readonly find: (text: string) => Uint8Array
}

function screenOf<Name extends string>(patterns: Readonly<Record<Name, RegExp>>): Screen<Name> {
  const names = Object.keys(patterns) as Name[]
  const starts = [0]
  const regExps: RegExp[] = []
  for (const name of names) {
    for (const source of wordingsOf(patterns[name].source)) regExps.push(new RegExp(source))
    starts.push(regExps.length)
  }
  let made: ReturnType<typeof createFinder> | undefined
  return {
    names,
    starts,
    regExps,
    /** Made at the first text: a command that reads nothing does not wait for it. */
    find: (text) => {
      made ??= createFinder(needsIn({ starts, regExps }))
      return made(text)
    },
  }
}

/** What each wording needs, then what each pattern needs: one of what its wordings need. */
function needsIn({ starts, regExps }: Wordings): readonly (ReadonlySet<string> | null)[] {
  const needs = regExps.map(({ source }) => needsOf(source))
  const ofPatterns = starts.slice(1).map((end, at) => {
    const own = needs.slice(starts[at], end)
    return own.includes(null) ? null : new Set(own.flatMap((need) => [...(need ?? [])]))
  })
  return [...needs, ...ofPatterns]
}

function matches(text: string, may: Uint8Array, pattern: number, { starts, regExps }: Wordings): boolean {
  const end = starts[pattern + 1] ?? 0
  for (let id = starts[pattern] ?? 0; id < end; id += 1)
    if (may[id] === 1 && regExps[id]?.test(text) === true) return true
  return false
}

function patternOf(screen: Screen<string>, at: number): Pattern {
  const { starts, regExps, find } = screen
  const own = regExps.length + at
  return {
    test: (text) => {
      const may = find(text)
      return may[own] === 1 && matches(text, may, at, screen)
    },
    exec: (text) => {
      const may = find(text)
      if (may[own] !== 1) return null
      let first: Match | null = null
      const end = starts[at + 1] ?? 0
      for (let id = starts[at] ?? 0; id < end; id += 1) {
        const match = may[id] === 1 ? (regExps[id]?.exec(text) ?? null) : null
        if (match !== null && (first === null || match.index < first.index)) first = match
      }
      return first
    },
  }
}
