// Run in the folder of an example by `npm run tool -- try-examples`: plays one case against a model that hands over, and looks at what was done.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const { messages, model } = JSON.parse(body)
  const done = messages.at(-1).role === 'tool'
  const input = JSON.stringify({ reason: 'asked_for_human', note: 'The customer asks for a person.' })
  const call = { id: 'call_1', type: 'function', function: { name: 'hand_over', arguments: input } }
  const message = done
    ? { role: 'assistant', content: 'A colleague will take over from here.' }
    : { role: 'assistant', content: null, tool_calls: [call] }
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      created: 0,
      model,
      choices: [{ index: 0, message, finish_reason: done ? 'stop' : 'tool_calls' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  )
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const sage = join(import.meta.dirname, '../bin/sage.js')
const store = join(process.cwd(), '.sage')
const run = (...words) =>
  new Promise((ended) => {
    const child = spawn(process.execPath, [sage, ...words], {
      env: { ...process.env, MODEL_URL: `http://127.0.0.1:${server.address().port}/v1` },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said += part
      })
    child.once('close', (exit) => ended({ exit, said }))
  })
try {
  const played = await run('run', '--case', 'lunchbox/wants-a-person', '--no-gates')
  const told = await run(
    'show',
    `latest/${process.cwd().split('/').at(-1)}/lunchbox/wants-a-person@1#0`,
    '--transcript',
  )
  const isRight = played.exit === 0 && played.said.includes(': 1 passed') && /calls hand_over/.test(told.said)
  if (!isRight) throw new TypeError(`${played.said}\n${told.said}`)
  console.log(`${process.cwd().split('/').at(-1)}: ok`)
} finally {
  server.close()
  rmSync(store, { recursive: true, force: true })
}
