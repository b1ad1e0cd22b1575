import type { BoundaryQuestion } from './boundary-questions.ts'

/** signoff.csv: what the author answered, marked as coming from questions: not the independent truth of truth.csv. */
export function writeSignoff(
  given: readonly { readonly question: BoundaryQuestion; readonly chosen: number | null }[],
): string {
  const rows = given.map(({ question, chosen }) => [
    'questions',
    question.id,
    question.about.join(' '),
    question.situation,
    chosen === null ? '?' : (question.options[chosen] ?? ''),
    question.options[question.ours] ?? '',
  ])
  return [['from', 'question', 'clauses', 'situation', 'answer', 'graph'], ...rows]
    .map((row) => row.map(inCsv).join(','))
    .join('\n')
    .concat('\n')
}

const inCsv = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
