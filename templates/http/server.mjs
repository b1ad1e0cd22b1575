// Your first agent, as a service: POST /turn takes one turn and answers what to do next. Any language will do.
// Start it with `node server.mjs`. docs/agents.md and docs/openapi.yaml describe the turn and the answer.
import { createServer } from 'node:http'

/** It can do one thing: hand over to a colleague when a customer asks for a person a second time. Every other case fails. */
function answer(turn) {
  // Replace this with your own code: call your model with turn.sop, turn.tools and turn.heard.
  if (turn.heard.at(-1)?.from === 'tool') return { messages: ['A colleague will take over from here.'] }
  const asked = turn.heard.filter((said) => said.from === 'customer' && /person|human/i.test(said.text))
  const handover = turn.tools.find(({ name }) => /hand_?over|transfer|escalat/.test(name))
  if (asked.length < 2 || handover === undefined)
    return { messages: ['Can I have your order number, please?'] }
  return { calls: [{ tool: handover.name, input: handoverInput(handover.parameters) }] }
}

/** The reason that names a person, where the tool has a list of reasons, and a note. */
const handoverInput = ({ properties = {} }) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { enum: values }]) => [
      name,
      values?.find((value) => /human|person/.test(value)) ??
        values?.at(-1) ??
        'The customer asks for a person.',
    ]),
  )

const port = Number(process.argv[2] ?? 8601)
createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ ...answer(JSON.parse(body)), stateless: true }))
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/turn`))
