import type { Json } from '../../../base/values/json.ts'
import { chatFormat } from '../shared/chat-log.ts'
import { isList, listOf, objectOf } from '../shared/members.ts'

/** Messages of the AI SDK: those a model is given, and those its user interface keeps (`parts`). */
export const aiSdk = chatFormat({
  name: 'ai-sdk',
  title: 'AI SDK messages: UIMessage and ModelMessage',
  isOwn: (messages) => messages.some(isOwn),
})

function isOwn(message: Json): boolean {
  const { parts, content, toolInvocations } = objectOf(message)
  if (isList(parts) || isList(toolInvocations)) return true
  return listOf(content).some((part) => {
    const { type } = objectOf(part)
    return type === 'tool-call' || type === 'tool-result'
  })
}
