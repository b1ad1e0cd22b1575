import type { Json } from '../../../base/values/json.ts'
import type { RecordingFormat } from '../../model/recording-format.ts'
import { CHAT_LISTS, chatLogReader, isBareMessage, messagesIn } from '../shared/chat-log.ts'
import { isList, listOf, objectOf } from '../shared/members.ts'

/** Messages of the AI SDK: those a model is given, and those its user interface keeps (`parts`). */
export const aiSdk: RecordingFormat = {
  name: 'ai-sdk',
  title: 'AI SDK messages: UIMessage and ModelMessage',
  reads: 'json',
  lists: CHAT_LISTS,
  detect: (record) => {
    const messages = isBareMessage(record) ? [record.value] : messagesIn(record.value)
    if (messages === null) return 'no'
    return messages.some(isOwn) ? 'yes' : 'maybe'
  },
  open: chatLogReader,
}

function isOwn(message: Json): boolean {
  const { parts, content, toolInvocations } = objectOf(message)
  if (isList(parts) || isList(toolInvocations)) return true
  return listOf(content).some((part) => {
    const { type } = objectOf(part)
    return type === 'tool-call' || type === 'tool-result'
  })
}
