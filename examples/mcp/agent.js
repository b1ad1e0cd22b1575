// An agent that only speaks MCP: `mcp: node agent.js`. For each conversation it is started with the address and the token
// of a desk in its environment; customers are heard and answered through two tools of that desk.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import agent from '../module/agent.js'

const { SAGE_DESK_MCP, SAGE_DESK_TOKEN } = process.env
const client = new Client({ name: 'example', version: '1' })
const headers = { authorization: `Bearer ${SAGE_DESK_TOKEN}` }
await client.connect(new StreamableHTTPClientTransport(new URL(SAGE_DESK_MCP), { requestInit: { headers } }))

const call = async (name, input = {}) => {
  const { content } = await client.callTool({ name, arguments: input })
  return JSON.parse(content[0].text)
}
const { tools } = await client.listTools()
const protocol = tools.some(({ name }) => name === 'report_step') ? 'declared' : 'observed'

const heard = []
for (;;) {
  const next = await call('next_customer_message')
  if (next.over) break
  if (next.waiting) continue
  heard.push(...next.messages.map((text) => ({ from: 'customer', text })))
  // The brain of ../module/agent.js asks for calls until it has words.
  let move = agent({ heard, protocol })
  while (move.calls !== undefined) {
    for (const { tool, input } of move.calls) {
      heard.push({ from: 'tool', tool, input, output: await call(tool, input) })
    }
    move = agent({ heard, protocol })
  }
  if (move.report !== undefined) await call('report_step', move.report)
  for (const text of move.messages) await call('reply_to_customer', { text })
}
await client.close()
