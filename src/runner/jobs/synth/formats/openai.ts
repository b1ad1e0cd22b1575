import type { Json } from '../../../../base/values/json.ts'
import type { Pack } from '../../../../cases/case.ts'
import type { Transcript } from '../../../../transcript/event.ts'
import { toolSpecs } from '../../../../world/call.ts'

/** A line of a fine-tuning file for chat models: messages and tools, nothing else, as their services demand. */
export function openaiLine(transcript: Transcript, pack: Pack): Json {
  return {
    messages: [{ role: 'system', content: pack.graph.sop.text }, ...messagesOf(transcript)],
    tools: toolSpecs(pack.world).map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  }
}

function messagesOf(transcript: Transcript): readonly Json[] {
  return transcript.flatMap((event): readonly Json[] => {
    if (event.type === 'message.sent')
      return [{ role: event.from === 'agent' ? 'assistant' : 'user', content: event.text }]
    if (event.type === 'tool.called')
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: event.call,
              type: 'function',
              function: { name: event.tool, arguments: JSON.stringify(event.input) },
            },
          ],
        },
      ]
    return event.type === 'tool.returned'
      ? [{ role: 'tool', tool_call_id: event.call, content: JSON.stringify(event.output) }]
      : []
  })
}
