import { chatFormat } from '../shared/chat-log.ts'
import { isList, listOf, objectOf } from '../shared/members.ts'

/** Chat Completions, the Responses interface, and files for fine-tuning. */
export const openai = chatFormat({
  name: 'openai',
  title: 'OpenAI chat logs: messages, requests with their answers, Responses items',
  isOwn: (messages, answer) =>
    isList(answer['choices']) ||
    messages.some((message) => {
      const { role, tool_calls, function_call } = objectOf(message)
      return role === 'tool' || role === 'function' || listOf(tool_calls).length > 0 || function_call != null
    }),
})
