import { describe, expect, test } from 'vitest'
import { cardOf, lexicon, nag } from '../../../test/support/conversation/kettle-desk.ts'
import { heard, listsOf } from '../../../test/support/reading/heard.ts'
import { CustomerAct, type HeardAct } from '../../base/values/acts.ts'
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

const ASKS_REF: HeardAct = { is: 'asks', name: 'ref', sure: true }
const turn = (hears: readonly HeardAct[], ...says: readonly (readonly [number, string])[]): string =>
  JSON.stringify({ hears, says: says.map(([reply, text]) => ({ reply, text })) })

/** A message of which the embedded ear makes nothing: the number of the reply that tells the order number. */
const MISSED = [heard(lexicon, 2, 'The little digits above the barcode on your receipt, if I might.')]
const replyThat = (pattern: RegExp, { system }: ChatRequest): number =>
  Number(
    system
      .split(/^Reply /m)
      .find((reply) => pattern.test(reply))
      ?.match(/^\d+/)?.[0],
  )

test('the model words the chosen act in the call that hears; what it hears as the ear does is not recorded', async () => {
  const { model, asked } = scriptedModel(turn([ASKS_REF], [1, 'Sure, that is KT-1042.']))
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

test('what the embedded ear misses the model hears, and it is answered in its words', async () => {
  const { model, asked } = scriptedModel(turn([]))
  const deaf = customerOf(model)
  await deaf.open()
  expect(JSON.stringify(await deaf.answer(MISSED))).not.toContain('KT-1042')
  const [request] = asked
  if (request === undefined) throw new TypeError('nothing was asked')
  const reply = replyThat(/= "KT-1042"/, request)

  const hearing = customerOf(scriptedModel(turn([ASKS_REF], [reply, 'Ah, KT-1042.'])).model)
  await hearing.open()
  expect(await hearing.answer(MISSED)).toMatchObject({
    text: 'Ah, KT-1042.',
    act: { moves: [{ do: 'tell', field: 'ref', value: 'KT-1042' }], heard: [ASKS_REF] },
  })
})

test('the table decides: words for another reply than the one that follows are not said', async () => {
  const { model } = scriptedModel(turn([{ is: 'asks', name: 'mail', sure: true }], [1, 'It is KT-1042.']))
  const customer = customerOf(model)
  await customer.open()
  const said = await customer.answer(ASKED)
  expect(said).toMatchObject({ act: { moves: [{ do: 'tell', field: 'mail' }] } })
  expect(JSON.stringify(said)).not.toContain('It is KT-1042.')
})

test('a field that the desk does not have names nothing', async () => {
  const hears = [{ is: 'asks', name: 'shoe_size', sure: true } as const]
  const customer = customerOf(scriptedModel(turn(hears, [1, 'It is size 43.'])).model)
  await customer.open()
  const said = await customer.answer(ASKED)
  expect(said).toMatchObject({ act: { heard: [{ is: 'asks', name: null, sure: false }] } })
  expect(JSON.stringify(said)).not.toMatch(/shoe|43/)
})

test('the model sees what the customer may say, and nothing that it hides', async () => {
  const card = cardOf({ hides: 'it fell off the balcony' }, { truth: { bought_on: '2025-11-20' } })
  const { model, asked } = scriptedModel(turn([ASKS_REF], [1, "It's KT-1042."]))
  const customer = customerOf(model, { card, tactic: nag, intensity: 0 })
  await customer.open()
  await customer.answer(ASKED)
  expect(JSON.stringify(asked)).not.toMatch(/balcony|2025/)
})

describe('words that say another act are not said: the phrase book has others, and no second call is made', () => {
  test.each([
    ["It's KT-7777."],
    ["It's KT-1042, bought on 2026-03-03."],
    ["It's KT-1042, and my mail is ada@brook.example."],
    ["It's KT-1042. Thank you so much!"],
    ["It's KT-1042. How can I help you today?"],
    ['Es KT-1042, por favor, quiero una solución para mi pedido.'],
    ['   '],
  ])('%s', async (text) => {
    const { model, asked } = scriptedModel(turn([ASKS_REF], [1, text]))
    const customer = customerOf(model)
    await customer.open()
    const said = await customer.answer(ASKED)
    expect(said).toMatchObject({ text: expect.stringContaining('KT-1042'), act: { moves: [{ do: 'tell' }] } })
    expect(said).not.toMatchObject({ text })
    expect(asked).toHaveLength(1)
  })

  test('nor are words that are no answer', async () => {
    const customer = customerOf(scriptedModel('KT-9999! Goodbye.').model)
    await customer.open()
    expect(await customer.answer(ASKED)).toMatchObject({ text: expect.stringContaining('KT-1042') })
  })
})

test('a stopped trial hears what it heard, and asks the model the very same', async () => {
  const lines = [turn([ASKS_REF]), turn([{ is: 'asks', name: 'mail', sure: true }])]
  const peace = scriptedModel(...lines)
  const first = customerOf(peace.model)
  const opening = await first.open()
  const answer = await first.answer(MISSED)
  if ('strayed' in opening || 'strayed' in answer) throw new TypeError('strayed')
  const next = [heard(lexicon, 4, 'And the other thing, where you read your letters on a screen?')]
  const last = await first.answer(next)

  const { model, asked } = scriptedModel(...lines.slice(1))
  const again = customerOf(model)
  const stored = CustomerAct.parse(JSON.parse(JSON.stringify(answer.act)))
  again.relive?.(opening, [])
  again.relive?.({ ...answer, act: stored }, MISSED)
  expect(asked).toEqual([])
  expect(await again.answer(next)).toEqual(last)
  expect(asked.map(({ system, messages }) => ({ system, messages }))).toEqual(
    peace.asked.slice(1).map(({ system, messages }) => ({ system, messages })),
  )
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
