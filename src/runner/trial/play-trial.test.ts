import { expect, test } from 'vitest'
import { aTrialId } from '../../../test/support/base/ids.ts'
import { countingAgent, journalOf, lunchbox, trialIn } from '../../../test/support/runner/trial.ts'
import type { AgentView } from '../../conversation/protocol/agent.ts'
import { playTrial } from './play-trial.ts'

const pack = await lunchbox()

test('with or without a journal a trial comes to the same transcript', async () => {
  const { journal, pages } = journalOf()
  const trial = trialIn(pack, { agent: countingAgent([]) })
  expect(await playTrial(trial, journal)).toEqual(await playTrial(trial))
  expect(pages.length).toBeGreaterThan(3)
})

test('what was said is durable before the next party is asked', async () => {
  const { journal, pages } = journalOf()
  const seen: number[] = []
  const agent = countingAgent([])
  const counting = {
    ...agent,
    make: (...parts: Parameters<typeof agent.make>) => {
      const made = agent.make(...parts)
      return {
        ...made,
        reply: (view: AgentView) => {
          seen.push(pages.length)
          return made.reply(view)
        },
      }
    },
  }
  await playTrial(trialIn(pack, { agent: counting }), journal)
  // One page for the customer's turn before each, and one for each reply before it.
  expect(seen).toEqual(seen.map((_, turn) => 2 * turn + 1))
})

test('from any page on, the trial is resumed: recorded replies are not asked for again', async () => {
  const whole = journalOf()
  const trial = trialIn(pack, { agent: countingAgent([]) })
  const transcript = await playTrial(trial, whole.journal)
  for (let count = 1; count <= whole.pages.length; count += 1) {
    const asked: AgentView[] = []
    const rest = journalOf(whole.pages.slice(0, count))
    const again = await playTrial(trialIn(pack, { agent: countingAgent(asked) }), rest.journal)
    expect(again).toEqual(transcript)
    const replies = rest.journal.recorded?.answers.filter(({ by }) => by === 'agent').length ?? 0
    const all = transcript.filter((event) => event.type === 'message.sent' && event.from === 'agent').length
    expect(asked).toHaveLength(all - replies)
    // Each event is observed once, in the session in which it happened.
    expect(rest.said).toHaveLength(transcript.length - (rest.journal.recorded?.events.length ?? 0))
  }
})

test('a record of another attempt is not replayed', async () => {
  const first = journalOf()
  await playTrial(trialIn(pack, { agent: countingAgent([]) }), first.journal)
  const asked: AgentView[] = []
  const { journal } = journalOf(first.pages)
  await playTrial(trialIn(pack, { agent: countingAgent(asked), attempt: 1 }), journal)
  expect(asked.length).toBeGreaterThan(0)
})

test('a record that cannot be replayed is discarded, and the trial restarts', async () => {
  const whole = journalOf()
  await playTrial(trialIn(pack, { agent: countingAgent([]) }), whole.journal)
  const { journal, said, pages } = journalOf(whole.pages.slice(0, 3))
  const other = trialIn(pack, { agent: countingAgent([]), id: aTrialId('r/a/another') })
  const transcript = await playTrial(other, journal)
  expect(said[0]).toContain('The replayed trial took another course')
  expect(transcript).toEqual(await playTrial(other))
  expect(pages.length).toBeGreaterThan(0)
})

test('an agent that fails to close does not lose the conversation', async () => {
  const agent = countingAgent([])
  const stuck = {
    ...agent,
    make: (...parts: Parameters<typeof agent.make>) => ({
      ...agent.make(...parts),
      close: () => Promise.reject(new TypeError('stuck')),
    }),
  }
  const transcript = await playTrial(trialIn(pack, { agent: stuck }))
  expect(transcript.at(-1)?.type).toBe('conversation.ended')
})
