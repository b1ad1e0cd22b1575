import { usageError } from '../base/error.ts'
import type { ModelSource } from './chat-model.ts'

/** Where nobody wired providers, asking for a model is wrong usage, not a crash. */
export const noModels: ModelSource = (spec) => {
  throw usageError('no-models', `The model "${spec}" cannot be called here.`, 'Run without the model.')
}
