// An agent as a program: `command: node agent.js`. One turn comes in as one line of JSON, one answer goes out as one line
// of JSON; logs belong on standard error. The brain is the one of ../module/agent.js.
import { createInterface } from 'node:readline'
import agent from '../module/agent.js'

for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line)
  // `stateless`: any process of the pool may get the next turn.
  console.log(JSON.stringify({ ...agent(turn), stateless: true }))
}
