import type { DeskLists } from '../../base/values/desk-lists.ts'
import type { Json } from '../../base/values/json.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import { numberedSentences } from '../numbered-sentences.ts'
import { withTraits } from '../traits.ts'
import { createSeenBefore, type TrialReader } from '../trial-reader.ts'
import { type CheckedAnswer, checkedAnswer, unreadMessage } from './model-answer.ts'
import { readerRequest } from './reader-prompt.ts'

const ASKED_MAX = 2

/** A language model as reader: one call a message. */
export function modelReader(model: ChatModel, lists: DeskLists): TrialReader {
  const { feed, before } = createSeenBefore()
  return {
    id: model.id,
    feed,
    read: async (n) => {
      const { text, seen } = before(n)
      return withTraits((await readWithModel(model, text, lists, seen)).reading, text)
    },
  }
}

/** Nonsense is asked for a second time and then is unread: a reader that guessed would put words into the agent's mouth. */
export async function readWithModel(
  model: ChatModel,
  text: string,
  lists: DeskLists,
  seen: readonly Json[],
): Promise<CheckedAnswer> {
  const { language, sentences } = numberedSentences(text)
  if (sentences.length === 0) return { reading: { language, sentences: [] }, dropped: 0 }
  const request = readerRequest(sentences, lists, seen)
  for (let asked = 0; asked < ASKED_MAX; asked += 1) {
    const { text: answer } = await model.complete(request)
    const checked = checkedAnswer(answer, sentences, lists, language)
    if (checked !== undefined) return checked
  }
  return { reading: unreadMessage(sentences, language), dropped: 0 }
}
