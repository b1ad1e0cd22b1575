import type { Lexicon } from '../../base/values/lexicon.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import { readWithModel } from '../customer/model-interpret.ts'
import type { LabelTurn } from './conversation.ts'

/**
 * A model that says what an agent's words did (observed protocol): one label for each message, kept as an event, so that
 * scoring the trial again calls no model. What it could not read, or doubts, is not judged.
 */
export const modelRecogniser =
  (model: ChatModel, lexicon: Lexicon): LabelTurn =>
  async (messages) => {
    const read = await readWithModel(model, lexicon, messages)
    return messages.map(({ n }) => {
      const { acts, sure } = read?.get(n) ?? { acts: [], sure: false }
      return { of: n, acts: [...acts], by: model.id, sure }
    })
  }
