// Your first agent, as an MCP client. SAGE starts it for each conversation with SAGE_DESK_MCP and SAGE_DESK_TOKEN set. It hears
// customers and answers them through two tools of that desk. Any MCP client will do; this one needs no package.
const { SAGE_DESK_MCP, SAGE_DESK_TOKEN } = process.env
let session
let id = 0

async function ask(method, params) {
  const isCall = !method.startsWith('notifications/')
  const response = await fetch(SAGE_DESK_MCP, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${SAGE_DESK_TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', method, params, ...(isCall ? { id: ++id } : {}) }),
  })
  session = response.headers.get('mcp-session-id') ?? session
  const text = await response.text()
  if (!isCall) return undefined
  const data = text.startsWith('{')
    ? text
    : text
        .split('\n')
        .find((line) => line.startsWith('data:'))
        ?.slice(5)
  const { result, error } = JSON.parse(data)
  if (error !== undefined) throw new Error(error.message)
  return result
}

const call = async (name, input = {}) => {
  const { content } = await ask('tools/call', { name, arguments: input })
  return JSON.parse(content[0].text)
}

const client = { name: 'first-agent', version: '1' }
await ask('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: client })
await ask('notifications/initialized', {})
const { tools } = await ask('tools/list', {})
const handover = tools.find(({ name }) => /hand_?over|transfer|escalat/.test(name))

// It can do one thing: hand over to a colleague when a customer asks for a person a second time. Every other case fails.
let asked = 0
for (;;) {
  const next = await call('next_customer_message')
  if (next.over) break
  if (next.waiting) continue
  // Replace this with your own code: call your model with the tools and next.messages.
  if (/person|human/i.test(JSON.stringify(next.messages))) asked += 1
  const goes = asked >= 2 && handover !== undefined
  if (goes) await call(handover.name, handoverInput(handover.inputSchema))
  const text = goes ? 'A colleague will take over from here.' : 'Can I have your order number, please?'
  await call('reply_to_customer', { text })
}

/** The reason that names a person, where the tool has a list of reasons, and a note. */
function handoverInput({ properties = {} }) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { enum: values }]) => [
      name,
      values?.find((value) => /human|person/.test(value)) ??
        values?.at(-1) ??
        'The customer asks for a person.',
    ]),
  )
}
