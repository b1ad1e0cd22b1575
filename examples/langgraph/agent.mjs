// An agent made with LangGraph: a model and a node of tools, in a loop. The tools are those of SAGE's desk.
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ChatOpenAI } from '@langchain/openai'

/** It keeps nothing between turns: all it needs is in the turn. */
export const stateless = true

export default async function agent({ sop, today, tools, heard }, desk) {
  const model = new ChatOpenAI({
    model: process.env.MODEL ?? 'qwen3:8b',
    apiKey: process.env.MODEL_KEY ?? 'none',
    configuration: { baseURL: process.env.MODEL_URL ?? 'http://localhost:11434/v1' },
  }).bindTools(
    tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  )
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode('tools', ({ messages }) => ({
      messages: messages.at(-1).tool_calls.map(({ id, name, args }) => {
        const { output } = desk.call(name, args)
        return new ToolMessage({ tool_call_id: id, content: JSON.stringify(output) })
      }),
    }))
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) => (messages.at(-1).tool_calls?.length > 0 ? 'tools' : END))
    .addEdge('tools', 'model')
    .compile()
  const system = `You are a customer-service agent. Today is ${today}. Follow this procedure to the letter.\n\n${sop}`
  const { messages } = await graph.invoke({
    messages: [new SystemMessage(system), ...heard.flatMap(asMessages)],
  })
  return { messages: [messages.at(-1).text] }
}

function asMessages(entry) {
  if (entry.from === 'customer') return [new HumanMessage(entry.text)]
  if (entry.from === 'agent') return [new AIMessage(entry.text)]
  const { call: id, tool: name, input: args, output } = entry
  return [
    new AIMessage({ content: '', tool_calls: [{ id, name, args }] }),
    new ToolMessage({ tool_call_id: id, content: JSON.stringify(output) }),
  ]
}
