import { expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import {
  countingAgent,
  journalOf,
  lunchbox,
  strayingCustomer,
  trialIn,
} from '../../../test/support/runner/trial.ts'
import { assert } from '../../base/assert.ts'
import { NO_PRICES } from '../../metrics/prices.ts'
import { readFacts } from '../../storage/stored-facts.ts'
import { writeTrial } from '../../storage/stored-trial.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { makeCustomer } from '../agents/parties.ts'
import { attemptTrial, type TrialDeps } from './attempt-trial.ts'
import type { PlannedTrial } from './plan-trials.ts'
import { playTrial } from './play-trial.ts'

const pack = await lunchbox()
const [theCase] = pack.cases
assert(theCase !== undefined, 'the pack has a case')
const planned: PlannedTrial = {
  pack,
  case: theCase,
  intensity: theCase.intensity,
  agent: 0,
  repeat: 2,
  seed: 1,
}
const depsWith = (over: Partial<TrialDeps> = {}): TrialDeps => ({
  run: aRunId('r'),
  agents: [countingAgent([])],
  customer: makeCustomer('scripted'),
  judge: async (transcript) => ({ transcript, rated: [] }),
  judges: ['lexical'],
  traffic: new Map([[theCase.id, 0.25]]),
  prices: NO_PRICES,
  ...over,
})

test('a scored trial comes back from the store as it was', async () => {
  const scored = await attemptTrial(planned, depsWith())
  expect(scored).toMatchObject({ run: 'r', attempt: 0, facts: { repeat: 2, traffic: 0.25 } })
  expect(scored.trial).toBe(`r/counting/${theCase.id}@${theCase.intensity}#2`)
  const stored = writeTrial(scored)
  expect(readFacts(stored)).toEqual(scored.facts)
  expect(readTranscript(stored.transcript).problems).toEqual([])
  expect([stored.state, stored.trial, stored.repeat]).toEqual(['judged', scored.trial, 2])
})

test.each([
  [0, 'judged', 0],
  [1, 'judged', 1],
  [2, 'judged', 2],
  [3, 'voided', 2],
])('a customer who strays %i times: %s, in attempt %i', async (strays, state, attempt) => {
  const { facts, attempt: last } = await attemptTrial(
    planned,
    depsWith({ customer: strayingCustomer(strays) }),
  )
  expect([facts.score.state, last]).toEqual([state, attempt])
})

test('a resumed trial continues with the attempt it had reached', async () => {
  const played = journalOf()
  await playTrial(trialIn(pack, { agent: countingAgent([]), attempt: 1 }), played.journal)
  const customer = strayingCustomer(0)
  const { attempt } = await attemptTrial(
    planned,
    depsWith({ customer }),
    journalOf(played.pages.slice(0, 1)).journal,
  )
  expect(attempt).toBe(1)
})

test('judges see only judged trials, and the journal observes what their calls cost', async () => {
  const { journal, said } = journalOf()
  const judge: TrialDeps['judge'] = async (transcript) => ({
    transcript: [
      ...transcript,
      {
        n: transcript.length + 1,
        type: 'call.retried',
        role: 'judge',
        code: 'slow',
        waited_ms: 1,
      },
    ],
    rated: [],
  })
  const scored = await attemptTrial(planned, depsWith({ judge }), journal)
  expect([said.at(-1), readTranscript(scored.transcript).events.at(-1)?.type]).toEqual([
    'call.retried',
    'call.retried',
  ])
  const never: TrialDeps['judge'] = () => Promise.reject(new TypeError('a voided trial was judged'))
  const voided = await attemptTrial(planned, depsWith({ judge: never, customer: strayingCustomer(3) }))
  expect(voided.facts.score.state).toBe('voided')
})
