import { describe, expect, test } from 'vitest'
import type { Json } from '../../base/values/json.ts'
import type { ModelPlace } from '../known-providers.ts'
import type { ModelAsk } from '../retrying-model.ts'
import { completionsModel } from './completions-model.ts'
import type { Post, Posted } from './pool.ts'

const PLACE: ModelPlace = {
  kind: 'compatible',
  provider: 'mine',
  model: 'small',
  id: 'mine:small',
  baseUrl: 'http://model.test/v1/',
  keyEnv: [],
}
const HELLO: ModelAsk = { system: 'Be brief.', messages: [{ role: 'user', content: 'Hello?' }], tools: [] }

/** A model of a server that speaks OpenAI's chat completions and always gives one answer. */
function modelAnswering(text: string, answered: Partial<Posted> = {}) {
  const sent: Json[] = []
  const post: Post = async (_, { body }) => {
    sent.push(JSON.parse(body ?? ''))
    return { status: 200, headers: {}, ...answered, text }
  }
  const model = completionsModel(PLACE, {}, { key: 'key-x', post })
  return { model, sent }
}

const saying = (message: Json, rest: object = {}): Json => ({ choices: [{ message, ...rest }] })
const call = (rest: object): Json => saying({ content: null, tool_calls: [{ id: 'c1', ...rest }] })
const calling = (input: Json) => ({ calls: [{ id: 'c1', tool: 'look', input }] })

describe('what servers that speak chat completions answer', () => {
  test.each<[string, Json, object]>([
    ['words', saying({ content: 'Yes.' }, { finish_reason: 'stop' }), { text: 'Yes.', stopped: 'stop' }],
    ['no content', saying({}, { finish_reason: 'content_filter' }), { text: '', stopped: 'refusal' }],
    ['cut off', saying({ content: 'Ye' }, { finish_reason: 'length' }), { text: 'Ye', stopped: 'length' }],
    ['another reason', saying({ content: 'Yes.' }, { finish_reason: 'tired' }), { stopped: 'other' }],
    ['no reason', saying({ content: 'Yes.' }, { finish_reason: null }), { text: 'Yes.', stopped: 'other' }],
    ['thoughts beside it', saying({ content: 'Yes.', reasoning_content: 'Hm.' }), { text: 'Yes.' }],
    ['thoughts under another name', saying({ content: 'Yes.', reasoning: 'Hm.' }), { text: 'Yes.' }],
    ['words in parts', saying({ content: [{ type: 'text', text: 'Yes.' }] }), { text: 'Yes.' }],
    ['a call', call({ function: { name: 'look', arguments: '{"id":"a"}' } }), calling({ id: 'a' })],
    ['a call without arguments', call({ function: { name: 'look', arguments: '' } }), calling({})],
    [
      'arguments that are no JSON',
      call({ function: { name: 'look', arguments: '{"id": a' } }),
      calling('{"id": a'),
    ],
    ['no calls', saying({ content: 'Yes.', tool_calls: null }), { calls: [] }],
    [
      'half a usage',
      { choices: [{ message: {} }], usage: { prompt_tokens: 3 } },
      { usage: { inputTokens: 3, outputTokens: 0 } },
    ],
  ])('%s', async (_name, answer, read) => {
    const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '2s' }
    const { model } = modelAnswering(JSON.stringify(answer), { headers })
    expect(await model.ask(HELLO)).toMatchObject({ reply: read, quietMs: 2_000 })
  })

  test.each<[string, Json]>([
    ['no object', 7],
    ['no choices', {}],
    ['an empty list of choices', { choices: [] }],
    ['no message', { choices: [{}] }],
    ['content that is none', saying({ content: 7 })],
    ['calls that are none', saying({ tool_calls: 'x' })],
    ['a call without a name', call({ function: { arguments: '{}' } })],
    ['arguments that are no text', call({ function: { name: 'look', arguments: {} } })],
    ['usage that is none', { choices: [{ message: {} }], usage: 'x' }],
    ['an error without a status', { error: { message: 'No.' } }],
  ])('%s cannot be used', async (_name, answer) => {
    const { model } = modelAnswering(JSON.stringify(answer))
    await expect(model.ask(HELLO)).rejects.toMatchObject({ code: 'unreadable-answer' })
  })

  test.each([
    [401, '{"error":{"message":"Bad key key-x"}}', 'key-refused'],
    [402, '', 'out-of-credit'],
    [404, '<html>', 'model-unknown'],
    [429, '{"error":{"message":"quota","code":"insufficient_quota"}}', 'out-of-credit'],
    [429, '{"error":"slow down"}', 'rate-limited'],
    [500, '{"error":{"message":"oh"}}', 'server-error'],
    [400, '{"error":{"message":"prompt is too long"}}', 'context-too-long'],
    [200, '{"error":{"code":402,"message":"Insufficient credits"}}', 'out-of-credit'],
    [200, '{"choices":[{"mess', 'unreadable-answer'],
  ])('HTTP %i %s is %s', async (status, body, code) => {
    const { model } = modelAnswering(body, { status, headers: { 'retry-after': '3' } })
    const error = await model.ask(HELLO).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ModelFailed', code, failure: { status, retryAfterMs: 3_000 } })
    expect(String(error)).not.toContain('key-x')
  })
})

test('a signature of Gemini behind such an address goes back with its call', async () => {
  const signed = {
    id: 'c1',
    function: { name: 'look', arguments: '{"id":"a"}' },
    extra_content: { google: { thought_signature: 'signed-1' } },
  }
  const { model, sent } = modelAnswering(JSON.stringify(saying({ tool_calls: [signed] })))
  const { reply } = await model.ask(HELLO)
  await model.ask({ ...HELLO, messages: [...HELLO.messages, { role: 'calls', ...reply }] })
  expect(sent[1]).toMatchObject({
    messages: [{}, {}, { tool_calls: [{ ...signed, type: 'function' }] }],
  })
})

test('thoughts and words in parts go back as they came, but not to another provider', async () => {
  const message = {
    content: [{ type: 'text', text: 'One moment.' }],
    reasoning_content: 'Hm.',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
  }
  const { model, sent } = modelAnswering(JSON.stringify(saying(message)))
  const { reply } = await model.ask(HELLO)
  const kept = { by: 'other:small', parts: reply.kept?.parts ?? null }
  for (const said of [reply, { ...reply, kept }])
    await model.ask({ ...HELLO, messages: [...HELLO.messages, { role: 'calls', ...said }] })
  expect(sent[1]).toMatchObject({ messages: [{}, {}, { role: 'assistant', ...message }] })
  const { reasoning_content: _, ...rebuilt } = { ...message, role: 'assistant', content: 'One moment.' }
  expect(sent[2]).toMatchObject({ messages: [{}, {}, rebuilt] })
  expect(JSON.stringify(sent[2])).not.toContain('Hm.')
})
