import { EXIT, SageError } from '../../base/error.ts'

/** The run was stopped while this trial was under way. Nothing is judged; what is durable is resumed another day. */
export class StoppedTalk extends SageError {
  constructor() {
    super('stopped', 'The run was stopped.', { hint: 'Resume with sage run --resume.', exit: EXIT.ok })
    this.name = 'Stopped'
  }
}

/** A resumed trial did not repeat what was recorded of it, so it restarts from the beginning. */
export class Diverged extends SageError {
  constructor(what: string) {
    super('diverged', `The replayed trial took another course: ${what}.`, {
      hint: 'The trial is restarted and counted as restarted.',
      exit: EXIT.machinery,
    })
    this.name = 'Diverged'
  }
}

/** Abort reason that ends only this trial: its time is up. */
export const TIME_UP = 'time is up'
