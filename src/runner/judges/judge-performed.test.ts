import { expect, test } from 'vitest'
import { aRunId, aTrialId } from '../../../test/support/base/ids.ts'
import { ratingModel } from '../../../test/support/verdicts/judging-model.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import type { Transcript } from '../../transcript/event.ts'
import { openTrialJudge } from './judge-performed.ts'

const TRIAL = aTrialId('r/mine/desk/torn@0#0')
const TALK: Transcript = [
  { n: 1, type: 'message.sent', from: 'agent', text: 'Hello, this is nova-2. How can I help?' },
  { n: 2, type: 'conversation.ended', ending: { kind: 'agent.closed', by: 'sign-off' } },
]
const models =
  (works: boolean, seen: string[] = []): ModelSource =>
  (spec, _, watch) => {
    const model = ratingModel(() => 3, spec)
    return {
      id: spec,
      step: () => Promise.reject(new Error('no tools here')),
      complete: async (request) => {
        watch.retried({ code: 'rate-limited', waitedMs: 5 })
        if (!works) throw new Error('down')
        seen.push(request.messages[0]?.content ?? '')
        const reply = await model.complete(request)
        watch.used({ model: spec, usage: reply.usage, tookMs: 7, usd: null, stopped: 'stop' })
        return reply
      },
    }
  }
const open = (judges: readonly string[], source: ModelSource) =>
  openTrialJudge({
    run: aRunId('r'),
    judges,
    agents: [{ id: 'mine', kind: 'model', target: ['maker:nova-2'] }],
    models: source,
    clock: () => 0,
  })

test('ratings of every model judge, and its calls after the ending, numbered on', async () => {
  const seen: string[] = []
  const { transcript, rated } = await open(['lexical', 'a:one', 'b:two'], models(true, seen))(TALK, {
    trial: TRIAL,
    sop: 's',
  })
  expect(new Set(rated.map(({ judge }) => judge))).toEqual(new Set(['a:one', 'b:two']))
  expect(rated).toHaveLength(2 * 7)
  expect(transcript.slice(0, 2)).toEqual(TALK)
  expect(transcript.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6])
  expect(transcript.filter(({ type }) => type === 'usage.recorded')).toHaveLength(2)
  expect(seen.every((content) => !content.includes('nova'))).toBe(true)
})

test('judges that fail leave the trial as it was, but for calls tried again', async () => {
  const { transcript, rated } = await open(['a:one'], models(false))(TALK, { trial: TRIAL, sop: 's' })
  expect(rated.every(({ value, because }) => value === null && because === 'judge-silent')).toBe(true)
  expect(transcript.filter(({ type }) => type !== 'call.retried')).toEqual(TALK)
})

test('without a model among them nothing is asked', async () => {
  const never: ModelSource = () => {
    throw new Error('nobody was to be asked')
  }
  expect(await open(['lexical'], never)(TALK, { trial: TRIAL, sop: 's' })).toEqual({
    transcript: TALK,
    rated: [],
  })
})
