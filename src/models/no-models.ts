import { usageError } from '../base/error.ts'
import type { ModelSource } from './chat-model.ts'

/** Where nobody wired providers, asking for a model is wrong usage, not a crash. */
export const noModels: ModelSource = (spec) => {
  throw usageError('no-models', `Nothing here can reach the model "${spec}".`, 'Leave the model out.')
}
