import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Json } from '../../base/values/json.ts'
import type { ToolSpec } from '../../world/world.ts'
import type { AgentView } from '../protocol/agent.ts'
import { reportTool } from '../protocol/model-report.ts'
import type { Line, LineAnswer } from './line.ts'

/**
 * A line as an MCP server: one per session. In: MCP requests. Out: the desk's tools, and for agents with no other
 * channel the conversation itself. The SOP travels as the server's instructions.
 */
export function mcpServerFor(line: Line): Server {
  const view = line.view()
  const server = new Server(
    { name: 'sage-desk', version: '1' },
    { capabilities: { tools: {} }, instructions: instructionsOf(view, line.talk !== null) },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsOf(line) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const input = Arguments.parse(params.arguments ?? {})
    const { ok, output } = await callOn(line, { name: params.name, input }, signal)
    return { content: [{ type: 'text', text: JSON.stringify(output) }], isError: !ok }
  })
  return server
}

const Arguments = z.record(z.string(), z.json())
const Reply = z.strictObject({ text: z.string() })

async function callOn(
  { talk, call }: Line,
  { name, input }: { readonly name: string; readonly input: Json },
  signal: AbortSignal,
): Promise<LineAnswer> {
  if (talk === null) return call(name, input)
  if (name === NEXT.name) return talk.next(signal)
  if (name !== REPLY.name) return call(name, input)
  const reply = Reply.safeParse(input)
  if (reply.success) return talk.reply(reply.data.text)
  return { ok: false, output: { error: 'invalid_arguments', message: 'Send {"text": "..."}.' } }
}

const NEXT: Tool = {
  name: 'next_customer_message',
  description:
    'Waits for the customer and returns what they said: {"messages": [...], "over": false}, with "sop" where other parts of the procedure are shown now. {"over": true} means the conversation has ended; {"waiting": true} means: call it again.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
}

const REPLY: Tool = {
  name: 'reply_to_customer',
  description: 'Says this to the customer and ends your turn; then call next_customer_message.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
}

function toolsOf({ view, talk }: Line): Tool[] {
  const shown = view()
  const tools = shown?.tools ?? []
  return [
    ...(talk === null ? [] : [NEXT, REPLY]),
    ...tools.map(asMcp),
    ...(shown?.protocol === 'declared' ? [asMcp(reportTool(shown.form, tools))] : []),
  ]
}

/** Parameters of a tool are JSON Schema of an object already; MCP wants to see that in the type. */
const asMcp = ({ name, description, parameters }: ToolSpec): Tool => ({
  name,
  description,
  inputSchema: { ...parameters, type: 'object' },
})

function instructionsOf(view: AgentView | null, talks: boolean): string {
  const how = talks
    ? 'You are the service agent of this desk. Call next_customer_message, use the tools as the procedure asks, answer with reply_to_customer, and go on until it says over.'
    : 'These are the tools of one customer-service conversation. They can be called while it is your turn.'
  const sop = view?.sop ?? ''
  return [
    how,
    `Today is ${view?.today ?? 'not known yet'}.`,
    ...(sop === '' ? [] : ['The procedure:', sop]),
  ].join('\n\n')
}
