import type { Problem } from '../../base/files/problem.ts'
import type { Paint } from './terminal.ts'

/** `file:line:column  message`, the hint below it: a place every editor and terminal can jump to. */
export function showProblems(problems: readonly Problem[], paint: Paint): string {
  return problems.map((one) => showProblem(one, paint)).join('')
}

const SEVERITIES: Readonly<Record<Problem['severity'], (paint: Paint) => string>> = {
  error: () => '',
  warning: (paint) => paint.yellow('warning: '),
  note: (paint) => paint.dim('note: '),
}

function showProblem(problem: Problem, paint: Paint): string {
  const place = paint.bold(`${problem.file}:${problem.line}:${problem.column}`)
  const severity = SEVERITIES[problem.severity](paint)
  const hint = problem.hint === undefined ? '' : `    ${paint.dim(problem.hint)}\n`
  return `${place}  ${severity}${problem.message}\n${hint}`
}

/** "3 problems", "1 problem and 2 warnings", "no problems and 1 note". */
export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.filter(({ severity }) => severity === 'warning').length
  const notes = problems.length - errors - warnings
  const parts = [
    ...(errors > 0 ? [many(errors, 'problem')] : warnings === 0 ? ['no problems'] : []),
    ...(warnings > 0 ? [many(warnings, 'warning')] : []),
    ...(notes > 0 ? [many(notes, 'note')] : []),
  ]
  return parts.join(' and ')
}

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
