import { expectAgent, run } from 'sage-desk'
import { expect, test } from 'vitest'
import { agent } from './agent.ts'

test('a customer who asks for a person gets one', { timeout: 60_000 }, async () => {
  const outcome = await run({
    pack: 'lunchbox',
    agent,
    cases: ['lunchbox/wants-a-person'],
    store: 'memory://tests',
  })
  expectAgent(outcome).answers().meetsGates()
  expect(expectAgent(outcome).metric('escalation_accuracy').value).toBe(1)
})
