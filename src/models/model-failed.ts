import { EXIT, SageError } from '../base/error.ts'
import { FAILURES, type FailureCode } from './failure-codes.ts'

/** Why a model gave no usable answer. */
export type ModelFailure = {
  readonly code: FailureCode
  readonly status: number | null
  /** how long the provider asked us to wait */
  readonly retryAfterMs: number | null
}

const HINTS: Partial<Record<FailureCode, string>> = {
  'key-refused': 'The provider does not accept the key in that environment variable.',
  'out-of-credit': 'The account behind the key has no credit left.',
  'model-unknown': 'The provider has no model of that name, or the key has no access to it.',
  unreachable: 'Check the address, and that a server answers there.',
}

/** A model gave no usable answer after all policy. `side` says whose failure that is. */
export class ModelFailed extends SageError {
  readonly failure: ModelFailure
  readonly side: 'model' | 'machinery'

  constructor(failure: ModelFailure, message: string) {
    super(failure.code, message, {
      hint: HINTS[failure.code] ?? 'Run `sage doctor` to check keys and connections.',
      exit: EXIT.machinery,
    })
    this.name = 'ModelFailed'
    this.failure = failure
    this.side = FAILURES[failure.code].side
  }
}
