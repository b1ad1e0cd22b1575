import type { GraphFile } from '../../graph/file/graph-file.ts'
import { figuresIn } from '../gates/figures.ts'
import { kindOfLine } from '../outline/accept.ts'
import { printOfText } from '../outline/fingerprint.ts'
import type { LineState } from '../outline/outline-state.ts'

/**
 * What whoever accepts a line has to name: a figure of its sentence, or its kind where it has none (L12). It is chosen among
 * three, in an order of its own: a key held down, or a file of answers, accepts nothing that nobody has read.
 */
export type OwnWord = {
  readonly is: 'figure' | 'kind'
  readonly among: readonly string[]
  /** that of the three, and any other figure of the sentence, that accepts it */
  readonly own: readonly string[]
}

export function ownWord(line: LineState, graph: GraphFile | null): OwnWord {
  const own = valuesIn(line.clause.text)
  const place = Number.parseInt(printOfText(line.clause.text).slice(0, 6), 16) % 3
  const [first] = own
  if (first === undefined) {
    const kind = kindOfLine(line, graph)
    const others = ['rule', 'fact', 'tone'].filter((each) => each !== kind).slice(-2)
    return { is: 'kind', among: others.toSpliced(place, 0, kind), own: [kind] }
  }
  const before = Math.min(place, Math.max(0, Math.ceil(first) - 1))
  for (let step = 1; ; step += 1) {
    const among = [0, 1, 2].map((index) => first + (index - before) * step)
    if (among.filter((value) => own.includes(value)).length === 1)
      return { is: 'figure', among: among.map(String), own: own.map(String) }
  }
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
