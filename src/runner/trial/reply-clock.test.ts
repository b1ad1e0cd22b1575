import { expect, test } from 'vitest'
import type { Agent, AgentView } from '../../conversation/protocol/agent.ts'
import { openReplyClock } from './reply-clock.ts'

const VIEW: AgentView = {
  sop: '',
  today: '2026-01-01',
  tools: [],
  heard: [],
  answered: [],
  protocol: 'observed',
  form: { intents: [], fields: [], topics: [] },
}

test('an agent that says with its first answer that it keeps nothing is known to', async () => {
  let isStateless = false
  const agent: Agent = {
    get stateless() {
      return isStateless
    },
    reply: async () => {
      isStateless = true
      return { messages: [], calls: [] }
    },
  }
  const { around, times } = openReplyClock()
  const timed = around(agent)
  expect(timed.stateless).toBe(false)
  await timed.reply(VIEW)
  expect([timed.stateless, times()]).toMatchObject([true, [expect.any(Number)]])
})
