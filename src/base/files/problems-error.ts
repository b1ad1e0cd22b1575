import { EXIT, SageError } from '../error.ts'
import type { Problem } from './problem.ts'

/** An author's files are wrong: carries all their problems to whoever prints them. Nothing has been written. */
export class ProblemsError extends SageError {
  readonly problems: readonly Problem[]
  constructor(message: string, problems: readonly Problem[]) {
    const hint = 'Fix the problems listed above and run the command again.'
    super('wrong-file', message, { hint, exit: EXIT.wrongUsage })
    this.name = 'ProblemsError'
    this.problems = problems
  }
}
