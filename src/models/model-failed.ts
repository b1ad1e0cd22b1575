import { EXIT, SageError } from '../base/error.ts'

/** Why a model gave no usable answer after all patience. `side` says whose fault that is. */
export type ModelFailure = {
  /** `model-refused`, `model-silent`, `model-off-format`: the model's own; `rate-limited`, `unreachable`, ...: machinery's */
  readonly code: string
  /** agent: what the model itself said or failed to say; machinery: the way to it */
  readonly side: 'model' | 'machinery'
  readonly status: number | null
  readonly retryAfterMs: number | null
}

export class ModelFailed extends SageError {
  readonly failure: ModelFailure

  constructor(failure: ModelFailure, message: string, cause?: unknown) {
    super(failure.code, message, {
      hint: 'See `sage doctor` for keys and reachability.',
      exit: EXIT.machinery,
      cause,
    })
    this.name = 'ModelFailed'
    this.failure = failure
  }
}
