import { expect, test } from 'vitest'
import { answerFor, readPrompt, scriptedModel } from '../../../test/support/verdicts/judging-model.ts'
import { givingUp, type Silence } from './giving-up.ts'
import type { Shown } from './judge.ts'
import { modelJudge } from './model-judge.ts'

const SHOWN: readonly Shown[] = [
  { n: 2, from: 'customer', text: 'Where is it?' },
  { n: 3, from: 'agent', text: 'On its way, it comes tomorrow.' },
]
const ABOUT = { sop: 'Be kind.' }

/** A model that is down, or up again, as it is told; it counts its calls. */
function switched() {
  const model = {
    id: 'made:up',
    isUp: false,
    calls: 0,
    complete: async (request: { readonly messages: readonly { readonly content?: string }[] }) => {
      model.calls += 1
      if (!model.isUp) throw new TypeError('down')
      const content = request.messages[0]?.content ?? ''
      const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0 }
      return { text: answerFor(readPrompt(content).asked, () => 3), usage }
    },
  }
  return model
}

test('after three trials of silence it is not asked any more; every key is still accounted for', async () => {
  const model = switched()
  const judge = givingUp(modelJudge(model), { inARow: 0 })
  const first = await judge.rate(SHOWN, ABOUT)
  for (let trial = 2; trial <= 3; trial += 1) await judge.rate(SHOWN, ABOUT)
  const calls = model.calls
  expect(calls).toBeGreaterThan(0)
  model.isUp = true
  expect(await judge.rate(SHOWN, ABOUT)).toEqual(first)
  expect([model.calls, first.ratings, first.notRated.length]).toEqual([calls, [], 7])
})

test('a rating in between begins the count again', async () => {
  const [model, silence]: [ReturnType<typeof switched>, Silence] = [switched(), { inARow: 0 }]
  const judge = givingUp(modelJudge(model), silence)
  for (const isUp of [false, false, true, false, false, true]) {
    model.isUp = isUp
    expect((await judge.rate(SHOWN, ABOUT)).ratings.length > 0).toBe(isUp)
  }
  expect(silence.inARow).toBe(0)
})

test('where there was nothing to rate, nothing was silent', async () => {
  const silence: Silence = { inARow: 2 }
  await givingUp(modelJudge(switched()), silence).rate(SHOWN.slice(0, 1), ABOUT)
  expect(silence.inARow).toBe(2)
})

test('answers that can never be read are not paid for without end', async () => {
  const model = scriptedModel(() => 'I liked it.')
  const judge = givingUp(modelJudge(model), { inARow: 0 })
  for (let trial = 1; trial <= 10; trial += 1) await judge.rate(SHOWN, ABOUT)
  expect(model.requests).toHaveLength(3 * 2)
})
