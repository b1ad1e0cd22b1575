import { expect, test } from 'vitest'
import type { AgentView } from '../../conversation/protocol/agent.ts'
import { openReplyClock } from './reply-clock.ts'

const VIEW = { heard: [{ from: 'customer', text: 'Hello' }] } as unknown as AgentView

test('what an agent says with its first answer is seen through the clock, and each turn has a time', async () => {
  let isStateless = false
  let closed = 0
  const clock = openReplyClock()
  const agent = clock.around({
    get stateless() {
      return isStateless
    },
    reply: async () => {
      isStateless = true
      return { messages: ['Hello'], calls: [] }
    },
    close: async () => {
      closed += 1
    },
  })
  expect(agent.stateless).toBe(false)
  expect((await agent.reply(VIEW)).messages).toEqual(['Hello'])
  await agent.close?.()
  expect([agent.stateless, closed, clock.times().length]).toEqual([true, 1, 1])
})
