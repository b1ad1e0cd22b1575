import { writeCsv } from '../../base/files/csv.ts'
import type { BoundaryQuestion } from './boundary-questions.ts'

/** An answer: an option, none of them, or null where the text does not say. */
export type GivenAnswer = { readonly question: BoundaryQuestion; readonly chosen: number | 'none' | null }

/** signoff.csv: what the author answered, marked as coming from questions: not the independent truth of truth.csv. */
export function writeSignoff(given: readonly GivenAnswer[]): string {
  const rows = given.map(({ question, chosen }) => [
    'questions',
    question.id,
    question.about.join(' '),
    question.situation,
    chosen === null ? '?' : chosen === 'none' ? 'none of these' : (question.options[chosen] ?? ''),
    question.options[question.ours] ?? '',
  ])
  return writeCsv([['from', 'question', 'clauses', 'situation', 'answer', 'graph'], ...rows])
}
