import { usageError } from '../../base/error.ts'
import type { DeskLists } from '../../base/values/desk-lists.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import { createSeenBefore, type TrialReader } from '../trial-reader.ts'

/** A language model as reader. */
export function modelReader(model: ChatModel, _lists: DeskLists): TrialReader {
  const { feed } = createSeenBefore()
  return {
    id: model.id,
    feed,
    read: () => {
      throw usageError('unknown-provider', 'a model cannot read yet', 'use `reader: lexical`')
    },
  }
}
