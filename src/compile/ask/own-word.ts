import type { GraphFile } from '../../graph/file/graph-file.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { figuresIn } from '../gates/figures.ts'
import { kindOfLine } from '../outline/accept.ts'
import type { LineState } from '../outline/outline-state.ts'

/**
 * What whoever accepts a line has to name: a figure of its sentence, or its kind where it has none (L12). It is chosen among
 * three: a key held down, or a file of answers, accepts nothing that nobody has read.
 */
export type OwnWord = {
  readonly is: 'figure' | 'kind'
  readonly among: readonly string[]
  /** those of the three, and any other figure of the sentence, that accept it */
  readonly own: readonly string[]
}

export function ownWord(line: LineState, sop: SopDocument, graph: GraphFile | null): OwnWord {
  const own = valuesIn(line.clause.text)
  const [first] = own
  if (first === undefined) {
    const kind = kindOfLine(line, graph)
    const isAside = kind === 'fact' || kind === 'tone'
    return { is: 'kind', among: [isAside ? 'rule' : kind, 'fact', 'tone'], own: [kind] }
  }
  const elsewhere = [...sop.clauses.values()].flatMap(({ text }) => valuesIn(text))
  const others = [...new Set([...elsewhere, first + 1, first + 2, first * 2])]
    .filter((value) => !own.includes(value))
    .sort((a, b) => Math.abs(a - first) - Math.abs(b - first))
  const among = [first, ...others.slice(0, 2)].sort((a, b) => a - b)
  return { is: 'figure', among: among.map(String), own: own.map(String) }
}

/** Why a word does not accept a line; null: it is its own. */
export function whyNotOwn(clause: string, { is, among, own }: OwnWord, given: GivenWord): string | null {
  const oneOf = `one of: ${among.join(', ')}`
  if (given.is !== is)
    return is === 'figure'
      ? `${clause} has a figure: accept it with its figure, ${oneOf}.`
      : `${clause} has no figure: accept it with its kind, ${oneOf}.`
  const word = is === 'figure' ? String(valuesIn(given.word)[0]) : given.word
  return own.includes(word) ? null : `"${given.word}" is not the ${is} of ${clause}. It is ${oneOf}.`
}
export type GivenWord = { readonly is: OwnWord['is']; readonly word: string }

const valuesIn = (text: string): readonly number[] => figuresIn(text).map(({ value }) => value)
