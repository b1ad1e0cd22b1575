// An agent made with the AI SDK. SAGE plays the desk: the SDK gets the tools without `execute`, and the calls go back to SAGE.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type ModelMessage, tool } from 'ai'
import type { Turn, TurnAnswer } from 'sage-desk'

const provider = createOpenAICompatible({
  name: 'mine',
  baseURL: process.env['MODEL_URL'] ?? 'http://localhost:11434/v1',
  ...(process.env['MODEL_KEY'] === undefined ? {} : { apiKey: process.env['MODEL_KEY'] }),
})

/** It keeps nothing between turns: all it needs is in the turn. */
export const stateless = true

export default async function agent({ sop, today, tools, heard }: Turn): Promise<TurnAnswer> {
  const { text, toolCalls } = await generateText({
    model: provider(process.env['MODEL'] ?? 'qwen3:8b'),
    system: `You are a customer-service agent. Today is ${today}. Follow this procedure to the letter.\n\n${sop}`,
    messages: heard.flatMap(asMessages),
    tools: Object.fromEntries(
      tools.map(({ name, description, parameters }) => [
        name,
        tool({ description, inputSchema: jsonSchema(parameters) }),
      ]),
    ),
  })
  return {
    messages: text.trim() === '' ? [] : [text],
    calls: toolCalls.map(({ toolName, input }) => ({ tool: toolName, input })),
  }
}

function asMessages(entry: Turn['heard'][number]): ModelMessage[] {
  if (entry.from !== 'tool')
    return [{ role: entry.from === 'customer' ? 'user' : 'assistant', content: entry.text }]
  const { call: toolCallId, tool: toolName, input, output } = entry
  const said = { type: 'text' as const, value: JSON.stringify(output) }
  return [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: said }] },
  ]
}
