import type { RecordingFormat } from '../../model/recording-format.ts'
import { CHAT_LISTS, chatLogReader, isBareMessage, messagesIn } from '../shared/chat-log.ts'
import { isList, listOf, objectOf } from '../shared/members.ts'

/** Chat Completions, the Responses interface, and files for fine-tuning. */
export const openai: RecordingFormat = {
  name: 'openai',
  title: 'OpenAI chat logs: messages, requests with their answers, Responses items',
  reads: 'json',
  lists: CHAT_LISTS,
  detect: (record) => {
    const messages = isBareMessage(record) ? [record.value] : messagesIn(record.value)
    if (messages === null) return 'no'
    const answer = objectOf(objectOf(record.value)['response'] ?? record.value)
    const isOurs =
      isList(answer['choices']) ||
      messages.some((message) => {
        const { role, tool_calls, function_call } = objectOf(message)
        return (
          role === 'tool' || role === 'function' || listOf(tool_calls).length > 0 || function_call != null
        )
      })
    return isOurs ? 'yes' : 'maybe'
  },
  open: chatLogReader,
}
