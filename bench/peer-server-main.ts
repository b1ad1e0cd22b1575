import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The one server both peers talk to: an agent's model (chat completions) and a simulated user (promptfoo's task endpoint),
 * each with one canned answer, after so many milliseconds. `GET /count` says how often each was asked. Prints its address.
 */
const [latencyMs = '0'] = process.argv.slice(2)
const afterMs = Number(latencyMs)
const AGENT = 'Thank you for writing to us. Could you tell me your order number, please?'
const USER = 'Sure, it is LB-1042. How does it go on?'
const count = { agent: 0, user: 0 }

const completion = (content: string) => ({
  id: 'x',
  object: 'chat.completion',
  created: 1,
  model: 'small',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
})

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const asked = Buffer.concat(chunks).toString()
    const isUser = request.url === '/task' || asked.includes('"model":"customer"')
    if (request.method === 'POST') count[isUser ? 'user' : 'agent'] += 1
    const answer =
      request.method === 'GET'
        ? count
        : request.url === '/task'
          ? { result: USER, tokenUsage: { total: 15, prompt: 10, completion: 5 } }
          : completion(isUser ? USER : AGENT)
    const body = JSON.stringify(answer)
    const send = (): void => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    }
    if (afterMs === 0) send()
    else setTimeout(send, afterMs)
  })
})
// A bare loop makes no second try: on a busy machine the usual five seconds would close connections it is about to use.
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
process.stdin.resume()
process.stdin.once('end', () => process.exit(0))
