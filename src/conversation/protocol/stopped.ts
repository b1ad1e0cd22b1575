import { EXIT, SageError } from '../../base/error.ts'

/** The run was stopped while this trial was under way: nothing is judged, what is durable goes on another day. */
export class Stopped extends SageError {
  constructor() {
    super('stopped', 'The run was stopped.', { hint: 'Resume with sage run --resume.', exit: EXIT.ok })
    this.name = 'Stopped'
  }
}

/** A trial that went on from what was recorded did not do again what it had done: it starts afresh. */
export class Diverged extends SageError {
  constructor(what: string) {
    super('diverged', `The replayed trial took another course: ${what}.`, {
      hint: 'The trial is restarted and counted as restarted.',
      exit: EXIT.machinery,
    })
    this.name = 'Diverged'
  }
}

/** Reason of an abort by which only this trial ends: its time is up. */
export const TIME_UP = 'time is up'
