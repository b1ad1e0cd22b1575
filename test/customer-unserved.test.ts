import { expect, test } from 'vitest'
import { moduleAgent } from '../src/conversation/agent/module-agent.ts'
import type { TrialAgent } from '../src/runner/agents/maker.ts'
import { makeCustomer } from '../src/runner/agents/parties.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import { loadPackOnce } from './agents/contract.ts'
import { aTrialId } from './support/base/ids.ts'

/** Agents that call no tool: they deflect, refuse, promise or claim. No customer of theirs may leave satisfied (issue 62, 5). */
const SENTENCES = [
  'Thank you for reaching out! All looks to be in order.',
  "I've taken care of that for you!",
  "I'm sorry, I can't help with that.",
  'We will get back to you within 24 hours.',
  'Your case has been escalated to a colleague.',
  'It is on its way.',
  'All done! Is there anything else I can help you with today?',
  "I completely understand how frustrating this must be, and I'm here to help in any way I can.",
  'Your request has been processed successfully. You will receive a confirmation shortly. Have a great day!',
  'I have refunded, replaced and cancelled everything you asked for.',
  'Please hold on while I look into this for you.',
  'Thanks so much for your patience. Goodbye!',
]

const says = (text: string): TrialAgent => ({
  id: 'says one thing',
  protocol: 'observed',
  sop: 'prompt',
  make: ({ aside }) =>
    moduleAgent({
      module: async () => ({ reply: () => ({ messages: [text] }), stateless: true, close: null }),
      timeoutMs: 5_000,
      options: {},
      tools: 'ours',
      mapCall: (call) => call,
      stateless: true,
      secrets: [],
      aside,
    }),
})

const CASES_PER_PACK = 12

test.each(SENTENCES)('nobody leaves satisfied: %s', async (text) => {
  for (const name of ['lunchbox', 'northline']) {
    const pack = await loadPackOnce(name)
    const step = Math.ceil(pack.cases.length / CASES_PER_PACK)
    for (const each of pack.cases.filter((_, at) => at % step === 0)) {
      const transcript = await playTrial({
        id: aTrialId('t'),
        pack,
        case: each,
        intensity: each.intensity,
        seed: 3,
        attempt: 0,
        agent: says(text),
        customer: makeCustomer('scripted'),
      })
      const satisfied = transcript.filter(
        (event) =>
          event.type === 'message.sent' &&
          event.from === 'customer' &&
          event.act.moves.some((move) => move.do === 'leave' && move.because === 'satisfied'),
      )
      expect({ case: each.id, satisfied }).toEqual({ case: each.id, satisfied: [] })
      expect(transcript.filter(({ type }) => type === 'fault.raised')).toEqual([])
    }
  }
})
