import type { Problem } from '../../base/files/problem.ts'
import type { Paint } from './terminal.ts'

/** `file:line:column  message`, the hint below it: a place every editor and terminal can jump to. */
export function showProblems(problems: readonly Problem[], paint: Paint): string {
  return problems.map((one) => showProblem(one, paint)).join('')
}

function showProblem(problem: Problem, paint: Paint): string {
  const place = paint.bold(`${problem.file}:${problem.line}:${problem.column}`)
  const severity = problem.severity === 'warning' ? paint.yellow('warning: ') : ''
  const hint = problem.hint === undefined ? '' : `    ${paint.dim(problem.hint)}\n`
  return `${place}  ${severity}${problem.message}\n${hint}`
}

/** "3 problems", "1 problem and 2 warnings". */
export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const parts = [
    ...(errors > 0 || warnings === 0 ? [many(errors, 'problem')] : []),
    ...(warnings > 0 ? [many(warnings, 'warning')] : []),
  ]
  return parts.join(' and ')
}

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
