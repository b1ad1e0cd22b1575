import type { OwnWord } from '../../compile/ask/own-word.ts'
import type { Question } from '../../compile/gates/question.ts'
import type { LineState, OutlineState } from '../../compile/outline/outline-state.ts'
import type { Differences } from '../../compile/review/differences.ts'

/** Which sentences are open and why, in the order of the text, and among what whoever accepts one chooses. */
export function sayOutline(
  state: OutlineState,
  questions: readonly Question[],
  wordOf: (line: LineState) => Omit<OwnWord, 'own'> | null,
): string {
  const open = state.lines.filter((line) => line.open !== null)
  const gaps = state.gaps.filter((gap) => gap.open !== null)
  const asked = new Map<string, string[]>()
  for (const { about, what } of questions) asked.set(about, [...(asked.get(about) ?? []), what])
  const lines = open.map((line) => {
    const { clause, open: why } = line
    const word = wordOf(line)
    return [
      `${clause.id} (line ${clause.at.line})  ${clause.text}`,
      `    open: ${why}`,
      ...(asked.get(clause.id) ?? []).map((what) => `    ? ${what}`),
      ...(word === null ? [] : [`    accept with --${word.is}, one of: ${word.among.join(', ')}`]),
    ].join('\n')
  })
  const assumed = gaps.map(({ item, because, open: why }) => `${item}  assumed: ${because}\n    open: ${why}`)
  const accepted = state.lines.length - open.length
  const summary = `${state.lines.length} sentences: ${accepted} accepted, ${open.length} open; ${gaps.length} assumptions open`
  return [...lines, ...assumed, summary].join('\n')
}

export function sayDifferences({ clauses, flow }: Differences): string {
  if (clauses.length === 0 && flow.removed.length + flow.added.length === 0)
    return 'The graph says the same as before.'
  const parts = clauses.flatMap(({ about, before, after }) => [
    about,
    ...before.map((line) => `  - ${line.trim()}`),
    ...after.map((line) => `  + ${line.trim()}`),
  ])
  const order = clauses.length === 0 ? ['Only the order of steps or a declaration changes.'] : []
  return [...parts, ...order].join('\n')
}
