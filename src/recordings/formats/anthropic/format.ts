import type { Json } from '../../../base/values/json.ts'
import type { RecordingFormat } from '../../model/recording-format.ts'
import { CHAT_LISTS, chatLogReader, isBareMessage, messagesIn } from '../shared/chat-log.ts'
import { listOf, objectOf } from '../shared/members.ts'

/** The Messages interface: `system` beside the messages, tool use and tool results as parts of the content. */
export const anthropic: RecordingFormat = {
  name: 'anthropic',
  title: 'Anthropic messages, with or without the answers',
  reads: 'json',
  lists: CHAT_LISTS,
  detect: (record) => {
    const messages = isBareMessage(record) ? [record.value] : messagesIn(record.value)
    if (messages === null) return 'no'
    const whole = objectOf(record.value)
    const answer = objectOf(whole['response'] ?? whole)
    const isOurs = answer['stop_reason'] !== undefined || messages.some(hasOwnPart)
    return isOurs ? 'yes' : 'maybe'
  },
  open: chatLogReader,
}

const hasOwnPart = (message: Json): boolean =>
  listOf(objectOf(message)['content']).some((part) => {
    const { type } = objectOf(part)
    return type === 'tool_use' || type === 'tool_result' || type === 'thinking'
  })
