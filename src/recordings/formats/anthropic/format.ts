import type { Json } from '../../../base/values/json.ts'
import { chatFormat } from '../shared/chat-log.ts'
import { listOf, objectOf } from '../shared/members.ts'

/** The Messages interface: `system` beside the messages, tool use and tool results as parts of the content. */
export const anthropic = chatFormat({
  name: 'anthropic',
  title: 'Anthropic messages, with or without the answers',
  isOwn: (messages, answer) => answer['stop_reason'] !== undefined || messages.some(hasOwnPart),
})

const hasOwnPart = (message: Json): boolean =>
  listOf(objectOf(message)['content']).some((part) => {
    const { type } = objectOf(part)
    return type === 'tool_use' || type === 'tool_result' || type === 'thinking'
  })
