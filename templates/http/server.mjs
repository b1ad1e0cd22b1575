// Your first agent, as a service: POST /turn takes one turn and answers what to do next. Any language will do.
// Start it with `node server.mjs`. docs/agents.md and docs/openapi.yaml describe the turn and the answer.
import { createServer } from 'node:http'

function answer(turn) {
  // Replace this with your own code: call your model with turn.sop, turn.tools and turn.heard.
  if (turn.heard.at(-1)?.from === 'tool') return { messages: ['A colleague will take over from here.'] }
  const handover = turn.tools.find(({ name }) => /hand_?over|transfer|escalat/.test(name))
  if (handover === undefined) return { messages: ['How can I help you?'] }
  return { calls: [{ tool: handover.name, input: firstInput(handover.parameters) }] }
}

/** The simplest input that a tool's schema allows. */
const firstInput = ({ properties = {} }) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { enum: values }]) => [
      name,
      values?.at(-1) ?? 'Please take over.',
    ]),
  )

const port = Number(process.argv[2] ?? 8601)
createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ ...answer(JSON.parse(body)), stateless: true }))
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/turn`))
