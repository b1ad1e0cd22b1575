// An agent made with the OpenAI Agents SDK. Its tools are those of SAGE's desk; the SDK runs the loop.
import { Agent, assistant, OpenAIProvider, Runner, setTracingDisabled, tool, user } from '@openai/agents'

setTracingDisabled(true)
const runner = new Runner({
  modelProvider: new OpenAIProvider({
    apiKey: process.env.MODEL_KEY ?? 'none',
    baseURL: process.env.MODEL_URL ?? 'http://localhost:11434/v1',
    useResponses: false,
  }),
})

/** It keeps nothing between turns: all it needs is in the turn. */
export const stateless = true

export default async function agent({ sop, today, tools, heard }, desk) {
  const support = new Agent({
    name: 'support',
    model: process.env.MODEL ?? 'qwen3:8b',
    instructions: `You are a customer-service agent. Today is ${today}. Follow this procedure to the letter.\n\n${sop}`,
    tools: tools.map(({ name, description, parameters }) =>
      tool({
        name,
        description,
        parameters: { ...parameters, additionalProperties: true },
        strict: false,
        execute: async (input) => JSON.stringify(desk.call(name, input).output),
      }),
    ),
  })
  const { finalOutput } = await runner.run(support, heard.flatMap(asItems))
  return { messages: [String(finalOutput ?? '')] }
}

function asItems(entry) {
  if (entry.from === 'customer') return [user(entry.text)]
  if (entry.from === 'agent') return [assistant(entry.text)]
  const { call: callId, tool: name, input, output } = entry
  return [
    { type: 'function_call', callId, name, arguments: JSON.stringify(input), status: 'completed' },
    {
      type: 'function_call_result',
      callId,
      name,
      status: 'completed',
      output: { type: 'text', text: JSON.stringify(output) },
    },
  ]
}
