import { describe, expect, test } from 'vitest'
import { cardOf, lexicon, nag } from '../../../test/support/conversation/kettle-desk.ts'
import { heard, listsOf } from '../../../test/support/reading/heard.ts'
import type { ChatModel, ChatRequest } from '../../models/chat-model.ts'
import { ModelFailed } from '../../models/model-failed.ts'
import { customerEar } from '../../reading/customer-ear/ear.ts'
import { modelCustomer } from './model-customer.ts'

const USAGE = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0 }

/** Says its lines in order; a call without a line left fails. */
function scriptedModel(...lines: string[]): { readonly model: ChatModel; readonly asked: ChatRequest[] } {
  const asked: ChatRequest[] = []
  const complete = async (request: ChatRequest) => {
    const text = lines[asked.length]
    asked.push(request)
    return text === undefined ? Promise.reject(request) : { text, usage: USAGE }
  }
  return { model: { id: 'script:ted', complete }, asked }
}

const customerOf = (model: ChatModel, over = {}) =>
  modelCustomer({
    card: cardOf(),
    opens: 'My kettle arrived broken.',
    tactic: null,
    intensity: 0,
    lexicon,
    seed: 1,
    ear: customerEar(lexicon),
    lists: listsOf(lexicon),
    model,
    ...over,
  })

const ASKED = [heard(lexicon, 2, 'What is your order number?')]

test('a written opening needs no model', async () => {
  const { model, asked } = scriptedModel()
  expect(await customerOf(model).open()).toMatchObject({
    text: 'My kettle arrived broken.',
    act: { moves: [{ do: 'open' }] },
  })
  expect(asked).toEqual([])
})

test('the model phrases the chosen act; the act is decided without it, and the reading is given', async () => {
  const { model, asked } = scriptedModel('Sure, that is KT-1042.')
  const customer = customerOf(model)
  await customer.open()
  expect(await customer.answer(ASKED)).toEqual({
    text: 'Sure, that is KT-1042.',
    act: {
      moves: [{ do: 'tell', request: 'r1', field: 'ref', value: 'KT-1042' }],
      tone: 'calm',
      language: 'en',
    },
    leaves: false,
  })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.system).toMatch(/KT-1042/)
})

test('the phrasing model is told the moves and nothing else of the card', async () => {
  const card = cardOf({ hides: 'it fell off the balcony' }, { truth: { bought_on: '2025-11-20' } })
  const { model, asked } = scriptedModel("It's KT-1042.")
  const customer = customerOf(model, { card, tactic: nag, intensity: 0 })
  await customer.open()
  await customer.answer(ASKED)
  expect(JSON.stringify(asked)).not.toMatch(/balcony|2025|ada@brook/)
})

describe('a model that phrases another act', () => {
  test('is asked once more', async () => {
    const { model, asked } = scriptedModel('Thanks, goodbye!', "It's KT-1042.")
    const customer = customerOf(model)
    await customer.open()
    expect(await customer.answer(ASKED)).toMatchObject({ text: "It's KT-1042." })
    expect(asked[1]?.system).toMatch(/"Thanks, goodbye!"[\s\S]*does not stand in it/)
  })

  test.each([
    ['value-missing', "It's KT-7777."],
    ['fact-outside-card', "It's KT-1042, bought on 2026-03-03."],
    ['another-act', "It's KT-1042. Thank you so much!"],
    ['out-of-role', "It's KT-1042. How can I help you today?"],
    ['wrong-language', 'Es KT-1042, por favor, quiero una solución para mi pedido.'],
    ['nothing-to-say', '   '],
  ])('and does so again voids the trial: %s', async (code, text) => {
    const { model } = scriptedModel(text, text, text)
    const customer = customerOf(model)
    await customer.open()
    expect(await customer.answer(ASKED)).toEqual({ strayed: code })
  })
})

describe('a stopped trial goes on', () => {
  test('a recorded turn is taken as its own, and asks no model', async () => {
    const lines = ['Sure, that is KT-1042.']
    const first = customerOf(scriptedModel(...lines).model)
    const opening = await first.open()
    const answer = await first.answer(ASKED)
    if ('strayed' in opening || 'strayed' in answer) throw new TypeError('strayed')
    const next = [heard(lexicon, 4, 'Which e-mail address did you use?')]
    const then = ['I used ada@brook.example.']
    const went = await customerOf(scriptedModel(...lines, ...then).model).open()
    expect(went).toEqual(opening)

    const { model, asked } = scriptedModel(...then)
    const again = customerOf(model)
    again.relive?.(opening, [])
    again.relive?.(answer, ASKED)
    expect(asked).toEqual([])
    const undisturbed = customerOf(scriptedModel(...lines, ...then).model)
    await undisturbed.open()
    await undisturbed.answer(ASKED)
    expect(await again.answer(next)).toEqual(await undisturbed.answer(next))
    expect(asked).toHaveLength(1)
  })
})

test('a model that will not play the part leaves the card: void, nobody’s failure', async () => {
  const refusing: ChatModel = {
    id: 'script:ted',
    complete: () =>
      Promise.reject(new ModelFailed({ code: 'model-refused', status: 400, retryAfterMs: null }, 'no')),
  }
  const customer = customerOf(refusing)
  await customer.open()
  expect(await customer.answer(ASKED)).toEqual({ strayed: 'model-refused' })
})
