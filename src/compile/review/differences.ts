import type { Lexicon } from '../../base/values/lexicon.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { type Glosses, glossesOf } from '../../graph/words/by-clause.ts'
import { flowText } from '../../graph/words/flow.ts'
import { plainText } from '../../graph/words/pieces.ts'

/** What a change of the graph changes, in words: at which sentences, and in the order of steps. */
export type Differences = {
  readonly clauses: readonly {
    readonly about: string
    readonly before: readonly string[]
    readonly after: readonly string[]
  }[]
  readonly flow: { readonly removed: readonly string[]; readonly added: readonly string[] }
}

export function differencesOf(before: GraphFile, after: GraphFile, lexicon: Lexicon | null): Differences {
  const [was, now] = [glossesOf(before, lexicon), glossesOf(after, lexicon)]
  const clauses = [...new Set([...was.keys(), ...now.keys()])].flatMap((about) => {
    const [old, fresh] = [linesOf(was, about), linesOf(now, about)]
    const removed = old.filter((line) => !fresh.includes(line))
    const added = fresh.filter((line) => !old.includes(line))
    return removed.length + added.length === 0 ? [] : [{ about, before: removed, after: added }]
  })
  const [oldFlow, newFlow] = [flowText(before, lexicon).split('\n'), flowText(after, lexicon).split('\n')]
  return {
    clauses,
    flow: { removed: without(oldFlow, newFlow), added: without(newFlow, oldFlow) },
  }
}

const linesOf = (glosses: Glosses, key: string): readonly string[] => (glosses.get(key) ?? []).map(plainText)

const without = (lines: readonly string[], others: readonly string[]): readonly string[] => {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}
