import { expect, test } from 'vitest'
import { aCase, aRunId, aTrialId } from '../../../../test/support/base/ids.ts'
import { aRun } from '../../../../test/support/storage/store-contract.ts'
import { openSqliteStore } from '../../../storage/sqlite/sqlite-store.ts'
import { faultedScore } from '../../../verdicts/model/score.ts'
import type { ScoredTrial } from '../../trial/attempt-trial.ts'
import { createTrialWriter } from './trial-writer.ts'

const RUN = aRunId('r')

const scored = (n: number): ScoredTrial => ({
  run: RUN,
  trial: aTrialId(`r/a/p/c@0#${n}`),
  attempt: 0,
  transcript: '',
  facts: {
    agent: 'a',
    pack: 'p',
    case: aCase('p/c'),
    bucket: 'resolvable',
    tactic: null,
    preservesTruth: true,
    intensity: 0,
    disturbance: null,
    repeat: n,
    score: faultedScore('down'),
    ratings: {},
    usd: null,
    uses: [],
    replies: [],
    failed: null,
    misunderstood: { hits: 0, of: 0 },
    traffic: 0,
  },
  rated: [],
})
const NONE = { judged: 0, voided: 0, faulted: 0 }

test('trials are counted at once, and stored in batches or when asked', async () => {
  const store = await openSqliteStore(':memory:')
  await store.createRun(aRun('r'))
  const counted: string[] = []
  const writer = createTrialWriter(store, { add: (trial) => counted.push(trial) }, { ...NONE, judged: 5 })
  for (let n = 0; n < 63; n += 1) await writer.take(scored(n))
  expect([counted.length, writer.counts(), await store.trialKeys(RUN)]).toEqual([
    63,
    { judged: 5, voided: 0, faulted: 63 },
    [],
  ])
  await writer.take(scored(63))
  expect(await store.trialKeys(RUN)).toHaveLength(64)
  await writer.take(scored(64))
  await writer.save()
  expect(await store.trialKeys(RUN)).toHaveLength(65)
})

test('ratings are stored at once, before their trial', async () => {
  const order: string[] = []
  const writer = createTrialWriter(
    {
      saveTrials: async () => void order.push('trials'),
      saveRatings: async () => void order.push('ratings'),
    },
    { add: () => undefined },
    NONE,
  )
  const rating = {
    run: RUN,
    trial: aTrialId('r/a/p/c@0#0'),
    judge: 'house:big',
    n: 0,
    dimension: 'tone',
    value: 3,
    quote: '',
    because: null,
    promptHash: 'h',
    at: '',
  }
  await writer.take({ ...scored(0), rated: [rating] })
  expect(order).toEqual(['ratings', 'trials'])
})
