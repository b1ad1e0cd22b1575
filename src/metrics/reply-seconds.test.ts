import { expect, test } from 'vitest'
import { trial } from '../../test/support/metrics/trials.ts'
import { used } from '../../test/support/transcript/events.ts'
import type { NewEvent } from '../transcript/event.ts'
import { replyTimes } from './reply-times.ts'
import { summarise } from './summarise.ts'
import { openTally } from './tally.ts'

const customer: NewEvent = {
  type: 'message.sent',
  from: 'customer',
  text: 'Hello',
  act: { moves: [], tone: 'calm', language: 'en' },
}
const took = (role: 'agent' | 'customer', took_ms: number): NewEvent => used({ role, took_ms })
const numbered = (events: readonly NewEvent[]) => events.map((event, index) => ({ ...event, n: index + 1 }))

test('[M23] a turn is all the agent waited for between two customer messages; an unmeasured turn is left out', () => {
  const times = replyTimes(
    numbered([
      customer,
      took('agent', 900),
      { type: 'call.retried', role: 'agent', code: 'busy', waited_ms: 100 },
      took('agent', 500),
      took('customer', 7000),
      customer,
      customer,
      took('agent', 250),
    ]),
  )
  expect(times).toEqual([1500, 250])
})

test('[M23] the median and what 95 % stay below, by turns, with an interval over cases', () => {
  const tally = openTally()
  for (let i = 0; i < 20; i += 1) tally.add(trial({ case: `p/${i}`, replies: [(i + 1) * 1000] }))
  expect(summarise(tally)[0]?.metrics['reply_seconds']).toMatchObject({
    value: 10,
    n: 20,
    p95: 19,
    low: expect.any(Number),
    high: expect.any(Number),
  })
  const silent = openTally()
  silent.add(trial())
  expect(summarise(silent)[0]?.metrics['reply_seconds']).toMatchObject({
    value: null,
    because: 'no time was measured',
  })
})
